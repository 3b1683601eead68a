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
  const { configuration } = functions.find(requiredText(input, 'FunctionName'))
  const { reservedConcurrency, taskRoot } = configuration
  return {
    Configuration: describeFunction(configuration),
    Code: { RepositoryType: 'file', Location: pathToFileURL(taskRoot).href },
    ...(reservedConcurrency === undefined
      ? {}
      : { Concurrency: { ReservedConcurrentExecutions: reservedConcurrency } }),
  }
}
