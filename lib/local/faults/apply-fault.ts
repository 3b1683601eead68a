import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import { errorCodeOf } from '../gateway/error-response.js'
import { type GatewayResponse, jsonResponse } from '../gateway/gateway-message.js'
import { ConnectionReset, type Next } from '../gateway/interceptor.js'
import { parseJsonBody } from '../gateway/json-target.js'
import type { JsonRecord } from '../record.js'
import type { ApiCall } from '../service.js'
import { milliseconds } from '../time/duration.js'
import type { FailingEntries, Fault } from './fault.js'
import { PARTIAL_OPERATIONS } from './partial-operations.js'
import { internalError, throttlingError, unavailableError } from './service-errors.js'

export interface FaultContext {
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Aborted when the caller hangs up, the fault is removed, or the local cloud ends. */
  readonly signal: AbortSignal
  /** Until when a connection may be held, milliseconds since the epoch. */
  readonly heldUntil: number
  /** Told once it is certain that the call is struck. */
  readonly struck: (entries?: readonly number[]) => void
}

/** @throws AwsError, ConnectionReset */
export async function applyFault(
  fault: Fault,
  call: ApiCall,
  next: Next,
  context: FaultContext,
): Promise<GatewayResponse> {
  if (fault.kind === 'partial') return failPartly(fault, call, next, context)
  context.struck()
  switch (fault.kind) {
    case 'throttle':
      throw throttlingError(call.service)
    case 'server-error':
      throw internalError(call.service)
    case 'unavailable':
      throw unavailableError()
    case 'error':
      throw new AwsError(fault.code, fault.message ?? 'Injected by the local cloud.', fault.status)
    case 'reset':
      throw new ConnectionReset()
    case 'lost-answer':
      await next()
      throw new ConnectionReset()
    case 'latency':
      await call.idle(() => context.clock.sleep(milliseconds(fault.latency), context.signal))
      return next()
    case 'time-out':
      await call.idle(() => held(context))
      throw new ConnectionReset()
  }
}

/** The end of the span is a moment at which something becomes due: whoever was held tries again. */
async function held({ clock, signal, heldUntil }: FaultContext): Promise<void> {
  if (heldUntil !== Number.POSITIVE_INFINITY) return clock.sleep(heldUntil - clock.now(), signal)
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

async function failPartly(
  fault: Fault & { kind: 'partial' },
  call: ApiCall,
  next: Next,
  { random, struck }: FaultContext,
): Promise<GatewayResponse> {
  const { input } = call
  const operation = PARTIAL_OPERATIONS[`${call.service}:${call.operation}`]
  const entries = operation?.entries(input) ?? []
  const failed = entries.length === 0 ? new Set<number>() : failingPlaces(entries, fault.entries, random)
  if (operation === undefined || failed.size === 0) return next()
  struck([...failed])
  const rest = new Set(entries.keys())
  for (const place of failed) rest.delete(place)
  if (rest.size === 0) return jsonResponse(operation.answer(input, {}, failed, fault))
  const response = await next(operation.keep(input, rest))
  if (errorCodeOf(response) !== undefined) return response
  // The checksum of DynamoDB's answer is that of its own bytes.
  const { 'x-amz-crc32': _checksum, ...headers } = response.headers
  return jsonResponse(operation.answer(input, parseJsonBody(response.body), failed, fault), 200, headers)
}

function failingPlaces(
  entries: readonly JsonRecord[],
  chosen: FailingEntries | undefined,
  random: () => number,
): ReadonlySet<number> {
  if (chosen === undefined) {
    const places = entries.flatMap((_entry, place) => (random() < 0.5 ? [place] : []))
    return new Set(places.length > 0 ? places : [Math.floor(random() * entries.length)])
  }
  const fails =
    typeof chosen === 'function' ? chosen : (_entry: JsonRecord, place: number) => chosen.includes(place)
  return new Set(entries.flatMap((entry, place) => (fails(entry, place) ? [place] : [])))
}
