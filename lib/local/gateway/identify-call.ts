import { AwsError } from '../aws-error.js'
import type { CredentialScope } from './credential-scope.js'
import type { GatewayRequest } from './gateway-message.js'
import { identifyTarget } from './json-target.js'
import { identifyLambdaCall } from './lambda-rest.js'
import type { IdentifiedCall, Protocol } from './protocol.js'
import { identifyQueryCall, isQueryRequest } from './query-request.js'
import { identifyS3Call } from './s3-rest.js'
import { identifySchedulerCall } from './scheduler-rest.js'

/** @throws AwsError UnknownOperationException, SerializationException, NotImplemented, MissingAction */
export function identifyCall(request: GatewayRequest, scope: CredentialScope): IdentifiedCall {
  const target = request.headers['x-amz-target']
  if (typeof target === 'string') return identifyTarget(target, request)
  if (scope.service === 's3') return identifyS3Call(request)
  if (scope.service === 'lambda') return identifyLambdaCall(request)
  if (scope.service === 'scheduler') return identifySchedulerCall(request)
  if (isQueryRequest(request)) return identifyQueryCall(request, scope)
  throw new AwsError(
    'UnknownOperationException',
    `The local cloud does not emulate ${request.method} ${request.url.pathname} of ${scope.service}.`,
    404,
  )
}

/** The protocol in which an error is answered even when the operation is unknown. */
export function protocolOf(request: GatewayRequest, scope: CredentialScope | undefined): Protocol {
  if (scope?.service === 's3') return 'rest-xml'
  if (isQueryRequest(request)) return 'query'
  if (request.headers['x-amz-target'] === undefined) return 'rest-json'
  return request.headers['content-type']?.includes('json-1.1') === true ? 'json-1.1' : 'json-1.0'
}
