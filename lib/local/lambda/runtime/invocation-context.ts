import type { InvokeMessage, RuntimeSettings } from './runtime-message.js'

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export interface InvocationContext {
  callbackWaitsForEmptyEventLoop: boolean
  readonly functionName: string
  readonly functionVersion: string
  readonly invokedFunctionArn: string
  readonly memoryLimitInMB: string
  readonly awsRequestId: string
  readonly logGroupName: string
  readonly logStreamName: string
  readonly identity: undefined
  readonly clientContext: undefined
  readonly getRemainingTimeInMillis: () => number
}

export function invocationContext(settings: RuntimeSettings, invocation: InvokeMessage): InvocationContext {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.functionName,
    functionVersion: settings.functionVersion,
    invokedFunctionArn: invocation.functionArn,
    memoryLimitInMB: settings.memoryLimitInMB,
    awsRequestId: invocation.requestId,
    logGroupName: settings.logGroupName,
    logStreamName: settings.logStreamName,
    identity: undefined,
    clientContext: undefined,
    getRemainingTimeInMillis: () => Math.max(0, invocation.deadline - Date.now()),
  }
}
