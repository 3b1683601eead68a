import { AwsError } from '../../aws-error.js'
import type { LocalEnvironment, ResourceProvider } from '../../resource-provider.js'
import type { FunctionRegistry } from '../function/function-registry.js'
import { invalidProperty, optionalText, requiredText } from '../properties.js'
import type { AuthType, FunctionUrlAccess } from './admit-request.js'
import { startFunctionUrl } from './function-url-server.js'
import type { FunctionUrls } from './function-urls.js'

/**
 * `Ref` is the function's ARN. Each URL is an HTTP server of its own, on 127.0.0.1 and a free port.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html
 */
export function functionUrlProvider(
  local: LocalEnvironment & Pick<FunctionUrlAccess, 'callerOf'>,
  functions: FunctionRegistry,
  urls: FunctionUrls,
): ResourceProvider {
  let saidUnsigned = false
  return {
    type: 'AWS::Lambda::Url',
    provision: async ({ logicalId, properties }) => {
      const authType = authTypeOf(requiredText(properties, 'AuthType'))
      if (optionalText(properties, 'InvokeMode') === 'RESPONSE_STREAM')
        throw new AwsError(
          'InvalidParameterValueException',
          `The local cloud does not stream responses: set InvokeMode of ${logicalId} to BUFFERED.`,
        )
      const lambda = functions.find(requiredText(properties, 'TargetFunctionArn'))
      const { functionArn } = lambda.configuration
      if (properties['Cors'] !== undefined)
        local.spies.warn(`Cors of function URL ${logicalId} is not emulated locally.`)
      if (authType === 'AWS_IAM' && !saidUnsigned) {
        saidUnsigned = true
        local.spies.warn(
          'Function URLs with AuthType AWS_IAM take unsigned requests locally; on AWS they must be signed.',
        )
      }
      const server = await startFunctionUrl({ ...local, lambda, authType, access: local })
      urls.add({ functionArn, url: server.url, authType, createdAt: local.clock.now() })
      return {
        ref: functionArn,
        attributes: { FunctionArn: functionArn, FunctionUrl: server.url },
        stop: async () => {
          urls.remove(functionArn)
          await server.stop()
        },
      }
    },
  }
}

function authTypeOf(value: string): AuthType {
  if (value === 'AWS_IAM' || value === 'NONE') return value
  throw invalidProperty('AuthType', 'AWS_IAM or NONE', value)
}
