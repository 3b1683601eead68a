import type { LocalEnvironment, ResourceProvider } from '../../resource-provider.js'
import { optionalRecord, optionalText } from '../properties.js'
import { assertAssumable } from './assert-assumable.js'
import { functionConfiguration } from './function-configuration.js'
import type { FunctionRegistry } from './function-registry.js'
import { LambdaFunction, type LambdaFunctionOptions } from './lambda-function.js'

export interface FunctionProviderOptions extends Omit<LambdaFunctionOptions, 'access'> {
  readonly assetFolder: (code: Readonly<Record<string, unknown>>) => string | Promise<string>
}

/** What would change a function's behaviour on AWS and is not emulated. */
export const UNSUPPORTED = [
  'Layers',
  'VpcConfig',
  'FileSystemConfigs',
  'DeadLetterConfig',
  'ImageConfig',
] as const

/** `Ref` is the name. */
export function functionProvider(
  environment: LocalEnvironment,
  functions: FunctionRegistry,
  options: FunctionProviderOptions,
): ResourceProvider {
  return {
    type: 'AWS::Lambda::Function',
    provision: async ({ logicalId, properties, generatedName }) => {
      const functionName = optionalText(properties, 'FunctionName') ?? generatedName
      const { region, accountId, endpoint } = environment
      const functionArn = `arn:aws:lambda:${region}:${accountId}:function:${functionName}`
      for (const name of UNSUPPORTED) {
        if (properties[name] === undefined) continue
        environment.spies.warn(`${name} of function ${logicalId} is not emulated locally.`)
      }
      const taskRoot = await options.assetFolder(optionalRecord(properties, 'Code'))
      const configuration = functionConfiguration(properties, {
        functionName,
        functionArn,
        logicalId,
        taskRoot,
      })
      await assertAssumable(environment, configuration)
      const lambda = new LambdaFunction(configuration, {
        ...options,
        access: {
          region,
          endpoint,
          credentialsOf: (environmentId) =>
            environment.credentialsOf({
              kind: 'function',
              name: logicalId,
              environmentId,
              roleArn: configuration.role,
              sourceArn: functionArn,
            }),
        },
      })
      functions.add(lambda)
      return {
        ref: functionName,
        attributes: { Arn: functionArn },
        stop: async () => {
          await lambda.stop()
          functions.remove(functionName)
        },
      }
    },
  }
}
