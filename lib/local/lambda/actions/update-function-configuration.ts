import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { type FunctionConfiguration, functionConfiguration } from '../function/function-configuration.js'
import { requiredText } from '../properties.js'
import { describeFunction } from './describe-function.js'
import type { LambdaContext } from './lambda-context.js'

const CHANGEABLE: ReadonlySet<string> = new Set([
  'Description',
  'Environment',
  'Handler',
  'MemorySize',
  'Role',
  'Timeout',
])

/**
 * Invocations under way end as they began; later ones run in new execution environments.
 * https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionConfiguration.html
 * @throws AwsError InvalidParameterValueException, PreconditionFailedException
 */
export function updateFunctionConfiguration({ functions }: LambdaContext, input: JsonRecord): JsonRecord {
  const lambda = functions.find(requiredText(input, 'FunctionName'))
  const { configuration } = lambda
  const { FunctionName: _name, RevisionId: expected, ...changes } = input
  if (expected !== undefined && expected !== configuration.revisionId) {
    throw new AwsError(
      'PreconditionFailedException',
      'The Revision Id provided does not match the latest Revision Id. Call the GetFunction/GetAlias API to retrieve the latest Revision Id',
      412,
    )
  }
  const refused = Object.keys(changes).find((member) => !CHANGEABLE.has(member))
  if (refused !== undefined) {
    throw new AwsError(
      'InvalidParameterValueException',
      `The local cloud does not change \`${refused}\` of a function; set it in the template and start it again.`,
    )
  }
  lambda.configure(functionConfiguration({ ...propertiesOf(configuration), ...changes }, configuration))
  lambda.renew()
  return describeFunction(lambda)
}

/** Of the resource that would have this configuration. */
function propertiesOf(configuration: FunctionConfiguration): JsonRecord {
  const { reservedConcurrency } = configuration
  return {
    Runtime: configuration.runtime,
    Handler: configuration.handler,
    Role: configuration.role,
    Description: configuration.description,
    Timeout: configuration.timeoutSeconds,
    MemorySize: configuration.memoryMegabytes,
    Environment: { Variables: configuration.environment },
    Architectures: configuration.architectures,
    LoggingConfig: configuration.loggingConfig,
    Tags: Object.entries(configuration.tags).map(([Key, Value]) => ({ Key, Value })),
    ...(reservedConcurrency === undefined ? {} : { ReservedConcurrentExecutions: reservedConcurrency }),
  }
}
