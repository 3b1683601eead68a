import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { NEW_MAPPING_MEMBERS } from '../event-source-mapping/mapping-members.js'
import { newMapping } from '../event-source-mapping/new-mapping.js'
import { optionalText, requiredText } from '../properties.js'
import { assertMembers } from './assert-members.js'
import { describeMapping } from './describe-mapping.js'
import type { LambdaContext } from './lambda-context.js'

/**
 * The mapping is Creating for some seconds: from LATEST, records of that time are missed.
 * https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html
 */
export async function createEventSourceMapping(
  context: LambdaContext,
  input: JsonRecord,
): Promise<JsonRecord> {
  assertMembers(input, NEW_MAPPING_MEMBERS)
  const { functions, mappings, mappingEnvironment } = context
  const lambda = functions.find(requiredText(input, 'FunctionName'))
  const eventSourceArn = optionalText(input, 'EventSourceArn')
  const existing = mappings
    .all()
    .find(
      ({ settings }) =>
        settings.eventSourceArn === eventSourceArn && functions.find(settings.functionName) === lambda,
    )
  if (existing !== undefined)
    throw new AwsError(
      'ResourceConflictException',
      `The event source arn (" ${eventSourceArn} ") and function (" ${lambda.configuration.functionName} ") provided mapping already exists. Please update or delete the existing mapping with UUID ${existing.settings.uuid}`,
      409,
    )
  const mapping = await newMapping(input, mappingEnvironment)
  mappings.add(mapping)
  mapping.create()
  return describeMapping(context, mapping)
}
