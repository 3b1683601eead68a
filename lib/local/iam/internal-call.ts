import type { JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'

/** A question of IAM to a service, which no policy stands in the way of. */
export function internalCall(service: string, operation: string, input: JsonRecord): ApiCall {
  return {
    service,
    operation,
    region: '',
    caller: { kind: 'service', name: 'iam.amazonaws.com' },
    input,
    idle: (waiting) => waiting(),
  }
}
