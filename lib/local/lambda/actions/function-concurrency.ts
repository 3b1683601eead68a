import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { ACCOUNT_CONCURRENCY, UNRESERVED_MINIMUM } from '../lambda-limits.js'
import { invalidProperty, optionalInteger, requiredText } from '../properties.js'
import type { LambdaContext } from './lambda-context.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionConcurrency.html */
export function getFunctionConcurrency({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  const { reservedConcurrency } = functions.find(requiredText(input, 'FunctionName')).configuration
  return reservedConcurrency === undefined ? {} : { ReservedConcurrentExecutions: reservedConcurrency }
}

/**
 * Counts from the next invocation on.
 * https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionConcurrency.html
 */
export function putFunctionConcurrency({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = functions.find(requiredText(input, 'FunctionName'))
  const name = 'ReservedConcurrentExecutions'
  const reserved = optionalInteger(input, name, { minimum: 0, maximum: ACCOUNT_CONCURRENCY })
  if (reserved === undefined) throw invalidProperty(name, 'an integer', reserved)
  const others = functions
    .all()
    .filter((other) => other !== lambda)
    .reduce((sum, { configuration }) => sum + (configuration.reservedConcurrency ?? 0), 0)
  if (ACCOUNT_CONCURRENCY - others - reserved < UNRESERVED_MINIMUM) {
    throw new AwsError(
      'InvalidParameterValueException',
      `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${UNRESERVED_MINIMUM}].`,
    )
  }
  lambda.configure({ ...lambda.configuration, reservedConcurrency: reserved })
  return { ReservedConcurrentExecutions: reserved }
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_DeleteFunctionConcurrency.html */
export function deleteFunctionConcurrency({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = functions.find(requiredText(input, 'FunctionName'))
  const { reservedConcurrency: _dropped, ...configuration } = lambda.configuration
  lambda.configure(configuration)
  return {}
}
