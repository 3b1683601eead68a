import { pathToFileURL } from 'node:url'
import type { JsonRecord } from '../../record.js'
import { requiredText } from '../properties.js'
import { describeFunction } from './describe-function.js'
import type { LambdaContext } from './lambda-context.js'

/**
 * `Code.Location` is the folder on this machine.
 * https://docs.aws.amazon.com/lambda/latest/api/API_GetFunction.html
 */
export function getFunction({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = functions.find(requiredText(input, 'FunctionName'))
  const { reservedConcurrency, taskRoot, tags } = lambda.configuration
  return {
    Configuration: describeFunction(lambda),
    Code: { RepositoryType: 'file', Location: pathToFileURL(taskRoot).href },
    ...(Object.keys(tags).length === 0 ? {} : { Tags: tags }),
    ...(reservedConcurrency === undefined
      ? {}
      : { Concurrency: { ReservedConcurrentExecutions: reservedConcurrency } }),
  }
}
