import type { LocalEnvironment, ResourceProvider } from '../../resource-provider.js'
import { optionalInteger, requiredText } from '../properties.js'
import { type AsynchronousInvoker, DEFAULT_ASYNCHRONOUS_POLICY } from './asynchronous-invoker.js'
import type { FunctionRegistry } from './function-registry.js'

/** Retries and age of asynchronous invocations. */
export function eventInvokeConfigProvider(
  environment: LocalEnvironment,
  functions: FunctionRegistry,
  asynchronous: AsynchronousInvoker,
): ResourceProvider {
  return {
    type: 'AWS::Lambda::EventInvokeConfig',
    provision: async ({ logicalId, properties, generatedName }) => {
      const lambda = functions.find(requiredText(properties, 'FunctionName'))
      const { functionName } = lambda.configuration
      if (properties['DestinationConfig'] !== undefined) {
        environment.spies.warn(`DestinationConfig of ${logicalId} is not emulated locally.`)
      }
      const retries = optionalInteger(properties, 'MaximumRetryAttempts', { minimum: 0, maximum: 2 })
      const age = optionalInteger(properties, 'MaximumEventAgeInSeconds', { minimum: 60, maximum: 21_600 })
      asynchronous.setPolicy(functionName, {
        maximumRetryAttempts: retries ?? DEFAULT_ASYNCHRONOUS_POLICY.maximumRetryAttempts,
        maximumEventAgeSeconds: age ?? DEFAULT_ASYNCHRONOUS_POLICY.maximumEventAgeSeconds,
      })
      return {
        ref: generatedName,
        attributes: {},
        stop: async () => asynchronous.setPolicy(functionName, undefined),
      }
    },
  }
}
