import { AwsError } from '../aws-error.js'
import type { Service } from '../service.js'
import { internalCall } from './internal-call.js'

/** The ARN of the function that an event source mapping invokes; undefined when there is no such mapping. */
export async function mappedFunction(lambda: Service, uuid: string): Promise<string | undefined> {
  const get = lambda.actions['GetEventSourceMapping']
  try {
    const mapping = await get?.(internalCall('lambda', 'GetEventSourceMapping', { UUID: uuid }))
    const functionArn = mapping?.['FunctionArn']
    return typeof functionArn === 'string' ? functionArn : undefined
  } catch (error) {
    if (error instanceof AwsError) return undefined
    throw error
  }
}
