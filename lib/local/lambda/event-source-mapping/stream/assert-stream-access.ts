import { DescribeStreamCommand, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams'
import { AwsError } from '../../../aws-error.js'
import { tableNameOf } from '../../../dynamodb/table-name-of.js'
import type { MappingEnvironment } from '../mapping-environment.js'
import type { MappingSettings } from '../mapping-settings.js'
import { accessDenied } from './access-denied.js'
import { streamAccess } from './stream-access.js'

/**
 * What Lambda looks at before it makes a mapping.
 * @throws AwsError InvalidParameterValueException when there is no such stream, or the function's role may not read it
 */
export async function assertStreamAccess(
  { eventSourceArn, functionName }: MappingSettings,
  { local, functions }: MappingEnvironment,
): Promise<void> {
  const { streams } = streamAccess(local, functions.find(functionName))
  try {
    await streams.send(new ListStreamsCommand({ TableName: tableNameOf(eventSourceArn) }))
    await streams.send(new DescribeStreamCommand({ StreamArn: eventSourceArn, Limit: 1 }))
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'AccessDeniedException')
      throw new AwsError('InvalidParameterValueException', accessDenied(eventSourceArn))
    if (name === 'ResourceNotFoundException')
      throw new AwsError('InvalidParameterValueException', `Stream not found: ${eventSourceArn}`)
    throw error
  }
}
