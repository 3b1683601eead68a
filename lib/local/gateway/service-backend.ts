import { AwsError } from '../aws-error.js'
import type { Service } from '../service.js'
import type { Backend } from './backend.js'
import type { GatewayResponse } from './gateway-message.js'
import { lambdaResponse } from './lambda-rest.js'
import { isQueryRequest } from './query-request.js'
import { queryResponse } from './query-response.js'

/** Puts a service that the project emulates itself behind the gateway. */
export function serviceBackend(service: Service): Backend {
  return {
    service: service.name,
    handle: async (call, request) => {
      const { operation } = call
      const refusal = own(service.refusals ?? {}, operation)
      if (refusal !== undefined) throw new AwsError('AccessDenied', refusal, 403)
      const action = own(service.actions, operation)
      if (action === undefined) throw unknownOperation(service.name, operation)
      const output = await action(call)
      if (service.name === 'lambda') return lambdaResponse(operation, output)
      return isQueryRequest(request) ? queryResponse(service.name, operation, output) : jsonOutput(output)
    },
  }
}

/** The name comes from the request: `constructor` is none of the service's. */
function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

export function unknownOperation(service: string, operation: string): AwsError {
  return new AwsError(
    'UnknownOperationException',
    `The local cloud does not emulate the operation ${operation} of ${service}.`,
  )
}

/** A time is in seconds since the epoch. */
function jsonOutput(output: Readonly<Record<string, unknown>>): GatewayResponse {
  const body = JSON.stringify(output, function (this: Readonly<Record<string, unknown>>, name, value) {
    const original = this[name]
    return original instanceof Date ? original.getTime() / 1000 : value
  })
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: Buffer.from(body),
  }
}
