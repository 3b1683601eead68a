import { AwsError } from '../aws-error.js'
import type { CredentialScope } from './credential-scope.js'
import type { GatewayRequest } from './gateway-message.js'
import type { IdentifiedCall } from './protocol.js'
import { queryInput } from './query-parameters.js'
import { QUERY_SERVICES } from './query-services.js'

export function isQueryRequest({ headers }: GatewayRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
}

/** @throws AwsError MissingAction, MalformedQueryString, UnknownOperationException */
export function identifyQueryCall({ body }: GatewayRequest, scope: CredentialScope): IdentifiedCall {
  const service = Object.hasOwn(QUERY_SERVICES, scope.service) ? QUERY_SERVICES[scope.service] : undefined
  if (service === undefined) {
    throw new AwsError(
      'UnknownOperationException',
      `The local cloud does not emulate the query API of ${scope.service}.`,
    )
  }
  const { Action: operation, Version: _version, ...input } = queryInput(new URLSearchParams(body.toString()))
  if (typeof operation !== 'string' || operation === '') {
    throw new AwsError('MissingAction', 'The request has no parameter Action.')
  }
  return { service: service.name, operation, protocol: 'query', input }
}
