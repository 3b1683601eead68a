import { LocalCloudError } from '../local-cloud-error.js'
import type { ResourceProvider } from '../resource-provider.js'

/**
 * `AWS::SSM::Parameter`: its value is what parameters of type `AWS::SSM::Parameter::Value` and references such as
 * `{{resolve:ssm:name}}` of stacks deployed later stand for. SSM's API is not emulated.
 * @param values by the parameter's name; gets what is provisioned
 */
export function parameterProvider(values: Map<string, string>): ResourceProvider {
  return {
    type: 'AWS::SSM::Parameter',
    provision: async ({ properties, generatedName }) => {
      const { Name: given, Type: type, Value: value } = properties
      if (typeof value !== 'string') {
        throw new LocalCloudError(`Expected \`Value\` to be text, got \`${String(value)}\` (${typeof value})`)
      }
      const name = typeof given === 'string' ? given : generatedName
      values.set(name, value)
      return {
        ref: name,
        attributes: { Type: String(type), Value: value },
        stop: async () => {
          values.delete(name)
        },
      }
    },
  }
}
