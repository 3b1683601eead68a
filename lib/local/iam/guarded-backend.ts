import { AwsError } from '../aws-error.js'
import type { Backend } from '../gateway/backend.js'
import { type GatewayRequest, type GatewayResponse, jsonResponse } from '../gateway/gateway-message.js'
import { parseJsonBody } from '../gateway/json-target.js'
import type { ApiCall } from '../service.js'
import type { AccessControl } from './access-control.js'
import {
  type ElementRefusal,
  entryRefusal,
  invalidStatement,
  merged,
  statementRefusal,
} from './element-refusals.js'
import { type Elementwise, elementsOf, elementwise } from './requests/element-permission.js'

/** Lets a service see only those elements of a call that are authorised; the answer says which were refused. */
export function guardedBackend(backend: Backend, access: AccessControl): Backend {
  return {
    service: backend.service,
    handle: async (call, request) => {
      const operation = elementwise(call.service, call.operation)
      if (operation === undefined) return backend.handle(call, request)
      const refusals = await refusalsOf(operation, call, request, access)
      if (refusals.size === 0) return backend.handle(call, request)
      const elements = elementsOf(operation, call.input)
      const rest = elements.filter((_, index) => !refusals.has(index))
      if (rest.length === 0) return jsonResponse(merged(call, refusals, {}))
      const input = { ...call.input, [operation.member]: rest }
      const body = Buffer.from(JSON.stringify(input))
      return withRefusals(call, refusals, await backend.handle({ ...call, input }, { ...request, body }))
    },
  }
}

/** By the element's place. */
async function refusalsOf(
  operation: Elementwise,
  call: ApiCall,
  request: GatewayRequest,
  access: AccessControl,
): Promise<ReadonlyMap<number, ElementRefusal>> {
  const refusals = new Map<number, ElementRefusal>()
  for (const [index, element] of elementsOf(operation, call.input).entries()) {
    try {
      const permission = await operation.permissionOf(element, { ...access.options, request })
      const judgement = await access.judge({ ...permission, caller: call.caller }, call.region)
      if (judgement.decision.allowed) continue
      const refusal =
        call.operation === 'PutEvents'
          ? await entryRefusal(access, judgement)
          : statementRefusal(judgement.refusal())
      refusals.set(index, refusal)
    } catch (error) {
      // What cannot be read cannot be judged, and the engine may read it otherwise.
      if (!(error instanceof AwsError) || error.code !== 'ValidationException') throw error
      refusals.set(index, invalidStatement(error))
    }
  }
  return refusals
}

function withRefusals(
  call: ApiCall,
  refusals: ReadonlyMap<number, ElementRefusal>,
  response: GatewayResponse,
): GatewayResponse {
  if (response.statusCode !== 200) return response
  // The engine's checksum is that of its own bytes.
  const { 'x-amz-crc32': _checksum, ...headers } = response.headers
  return jsonResponse(merged(call, refusals, parseJsonBody(response.body)), 200, headers)
}
