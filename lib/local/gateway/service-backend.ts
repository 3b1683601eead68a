import { AwsError } from '../aws-error.js'
import type { Service } from '../service.js'
import type { Backend } from './backend.js'
import { jsonResponse } from './gateway-message.js'
import { lambdaResponse } from './lambda-rest.js'

/** Puts a service that the project emulates itself behind the gateway. */
export function serviceBackend(service: Service): Backend {
  return {
    service: service.name,
    handle: async (call) => {
      const action = service.actions[call.operation]
      if (action === undefined) throw unknownOperation(service.name, call.operation)
      const output = await action(call)
      if (service.name === 'lambda') return lambdaResponse(call.operation, output)
      return jsonResponse(output, 200, { 'content-type': 'application/x-amz-json-1.1' })
    },
  }
}

export function unknownOperation(service: string, operation: string): AwsError {
  return new AwsError(
    'UnknownOperationException',
    `The local cloud does not emulate the operation ${operation} of ${service}.`,
  )
}
