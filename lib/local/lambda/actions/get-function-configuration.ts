import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import { describeFunction } from './describe-function.js'
import type { LambdaContext } from './lambda-context.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionConfiguration.html */
export function getFunctionConfiguration({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  return describeFunction(functions.find(requiredText(input, 'FunctionName')))
}
