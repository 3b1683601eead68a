import { LocalCloudError } from '../local-cloud-error.js'
import { milliseconds } from '../time/duration.js'
import type { Fault } from './fault.js'
import { PARTIAL_OPERATIONS, PUT_EVENTS_ENTRY_CODES } from './partial-operations.js'

/** @throws LocalCloudError naming the member that is wrong */
export function assertFault(fault: Fault): void {
  const { service, share, nth, every, times, from, to } = fault
  if (!/^[a-z0-9-]+$/.test(service)) throw invalid('service', 'a service name such as `events`', service)
  if (share !== undefined && !(share >= 0 && share <= 1)) throw invalid('share', 'from 0 to 1', share)
  for (const [name, value] of Object.entries({ nth, every, times })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1))
      throw invalid(name, 'a whole number from 1', value)
  }
  if (nth !== undefined && every !== undefined)
    throw new LocalCloudError('Expected `nth` or `every`, got both.')
  for (const [name, value] of Object.entries({ from, to })) {
    if (value !== undefined && !(value instanceof Date)) milliseconds(value, name)
  }
  if (fault.kind === 'latency') milliseconds(fault.latency, 'latency')
  if (fault.kind === 'error') assertError(fault)
  if (fault.kind === 'partial') assertPartial(fault)
}

function assertError({ code, status = 400 }: Fault & { kind: 'error' }): void {
  if (!/^[A-Za-z][\w.]*$/.test(code)) throw invalid('code', 'an AWS error code', code)
  if (!(Number.isInteger(status) && status >= 400 && status <= 599))
    throw invalid('status', 'from 400 to 599', status)
}

function assertPartial({ service, operation, code }: Fault & { kind: 'partial' }): void {
  const known = Object.keys(PARTIAL_OPERATIONS)
  if (operation === undefined || !known.includes(`${service}:${operation}`))
    throw invalid('operation', `one of ${known.join(', ')}`, `${service}:${operation ?? '*'}`)
  if (code !== undefined && operation === 'PutEvents' && !PUT_EVENTS_ENTRY_CODES.includes(code))
    throw invalid('code', `one of ${PUT_EVENTS_ENTRY_CODES.join(', ')}`, code)
}

function invalid(name: string, rule: string, value: unknown): LocalCloudError {
  return new LocalCloudError(
    `Expected \`${name}\` to be ${rule}, got \`${String(value)}\` (${typeof value}).`,
  )
}
