import type { Caller } from '../caller.js'
import type { Service } from '../service.js'
import { internalCall } from './internal-call.js'

/** As whom a function calls. @throws AwsError ResourceNotFoundException */
export async function functionCaller(lambda: Service, logicalId: string, name: string): Promise<Caller> {
  const get = lambda.actions['GetFunctionConfiguration']
  const input = { FunctionName: name }
  const { Role, FunctionArn } = (await get?.(internalCall('lambda', 'GetFunctionConfiguration', input))) ?? {}
  return { kind: 'function', name: logicalId, roleArn: String(Role), sourceArn: String(FunctionArn) }
}
