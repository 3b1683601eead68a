import { assertMembers } from '../assert-members.js'
import { assertOperation } from '../assert-operation.js'
import { LocalCloudError } from '../local-cloud-error.js'
import { milliseconds } from '../time/duration.js'
import type { Fault, FaultKind } from './fault.js'
import { PARTIAL_OPERATIONS, PUT_EVENTS_ENTRY_CODES } from './partial-operations.js'

const MEMBERS = [
  'service',
  'operation',
  'caller',
  'resource',
  'share',
  'nth',
  'every',
  'from',
  'to',
  'times',
  'kind',
]

/** What a kind has beside them. */
const MEMBERS_OF_KIND: Readonly<Record<FaultKind, readonly string[]>> = {
  throttle: [],
  'server-error': [],
  unavailable: [],
  'time-out': [],
  reset: [],
  'lost-answer': [],
  latency: ['latency'],
  error: ['code', 'status', 'message'],
  partial: ['entries', 'code', 'message'],
}

/** @throws LocalCloudError naming the member that is wrong */
export function assertFault(fault: Fault): void {
  const kind: unknown = Object(fault).kind
  if (typeof kind !== 'string' || !Object.hasOwn(MEMBERS_OF_KIND, kind))
    throw invalid('kind', `one of ${Object.keys(MEMBERS_OF_KIND).join(', ')}`, kind)
  assertMembers('fault', fault, [...MEMBERS, ...MEMBERS_OF_KIND[fault.kind]])
  const { service, share, nth, every, times, from, to } = fault
  assertOperation(service, fault.operation)
  if (share !== undefined && !(typeof share === 'number' && share >= 0 && share <= 1))
    throw invalid('share', 'from 0 to 1', share)
  for (const [name, value] of Object.entries({ nth, every, times })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1))
      throw invalid(name, 'a whole number from 1', value)
  }
  if (nth !== undefined && every !== undefined)
    throw new LocalCloudError('Expected `nth` or `every`, got both.')
  assertSpan(from, to)
  if (fault.kind === 'latency') milliseconds(fault.latency, 'latency')
  if (fault.kind === 'error') assertError(fault)
  if (fault.kind === 'partial') assertPartial(fault)
}

function assertSpan(from: Fault['from'], to: Fault['to']): void {
  const times = Object.entries({ from, to }).map(([name, value]) => {
    if (!(value instanceof Date)) return value === undefined ? undefined : milliseconds(value, name)
    if (Number.isNaN(value.getTime())) throw invalid(name, 'a valid Date', value)
    return value.getTime()
  })
  const [begin, end] = times
  const comparable = from instanceof Date === to instanceof Date
  if (begin !== undefined && end !== undefined && comparable && begin >= end)
    throw invalid('to', 'later than `from`', to)
}

function assertError({ code, status = 400 }: Fault & { kind: 'error' }): void {
  if (typeof code !== 'string' || !/^[A-Za-z][\w.]*$/.test(code))
    throw invalid('code', 'an AWS error code', code)
  if (!(Number.isInteger(status) && status >= 400 && status <= 599))
    throw invalid('status', 'from 400 to 599', status)
}

function assertPartial({ service, operation, code, entries }: Fault & { kind: 'partial' }): void {
  const known = Object.keys(PARTIAL_OPERATIONS)
  if (operation === undefined || !known.includes(`${service}:${operation}`))
    throw invalid('operation', `one of ${known.join(', ')}`, `${service}:${operation ?? '*'}`)
  const areEntries =
    typeof entries === 'function' ||
    (Array.isArray(entries) && entries.every((place) => Number.isInteger(place) && place >= 0))
  if (entries !== undefined && !areEntries) throw invalid('entries', 'places from 0, or a function', entries)
  if (code !== undefined && operation === 'PutEvents' && !PUT_EVENTS_ENTRY_CODES.includes(code))
    throw invalid('code', `one of ${PUT_EVENTS_ENTRY_CODES.join(', ')}`, code)
}

function invalid(name: string, rule: string, value: unknown): LocalCloudError {
  return new LocalCloudError(
    `Expected \`${name}\` to be ${rule}, got \`${String(value)}\` (${typeof value}).`,
  )
}
