import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import type { LambdaContext } from './lambda-context.js'
import { notFound } from './not-found.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionEventInvokeConfig.html */
export function getFunctionEventInvokeConfig(context: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = context.functions.find(requiredText(input, 'FunctionName'))
  const { functionName, functionArn } = lambda.configuration
  const policy = context.asynchronous.policyOf(functionName)
  if (policy === undefined) {
    throw notFound(`The function ${functionArn}:$LATEST doesn't have an EventInvokeConfig`)
  }
  return {
    LastModified: lambda.modifiedAt / 1000,
    FunctionArn: `${functionArn}:$LATEST`,
    MaximumRetryAttempts: policy.maximumRetryAttempts,
    MaximumEventAgeInSeconds: policy.maximumEventAgeSeconds,
    DestinationConfig: { OnSuccess: {}, OnFailure: {} },
  }
}
