import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import type {
  EntryResult,
  EventDestination,
  OutgoingEvent,
  SendError,
  SendResult,
} from '../destination/event-destination.js'
import type { DeliveryTimes } from './delivery.js'
import type { Outcome } from './outcome.js'
import type { PendingRow } from './pending-row.js'

export interface CallSenderOptions {
  readonly destination: EventDestination
  readonly clock: Clock
  readonly random: () => number
  readonly callTimeout: number
}

export interface CallResult {
  /** One for each row of the call. */
  readonly outcomes: ReadonlyMap<PendingRow, Outcome>
  readonly retried: number
  /** The destination takes nothing at present: whoever has more to send should stop. */
  readonly outage?: SendError
  /** The largest call that makes sense after a refusal for size. Bytes. */
  readonly maxBytes: number
}

/** Waits between the tries of a call. Milliseconds. */
const BASE_DELAY = 100
const MAX_DELAY = 5_000

/** An entry that fails beside accepted ones gets this many tries: about a second, for its neighbours wait with it. */
const TRIES_BESIDE_SUCCESS = 4

/** Sends the rows of one call until each has its outcome. */
export class CallSender {
  readonly #options: CallSenderOptions

  constructor(options: CallSenderOptions) {
    this.#options = options
  }

  async send(rows: readonly PendingRow[], times: DeliveryTimes): Promise<CallResult> {
    const call = new Call()
    await this.#attempt(rows, times, call)
    await this.#judge(call)
    return call
  }

  async #attempt(rows: readonly PendingRow[], times: DeliveryTimes, call: Call): Promise<void> {
    let pending = rows
    for (let tries = 1; ; tries += 1) {
      const result = await this.#options.destination.send(pending.map(eventOf))
      if (result.kind === 'too-large' || result.kind === 'refused') {
        await this.#split(pending, result, times, call)
        return
      }
      let again: readonly [PendingRow, Outcome][]
      if (result.kind === 'unavailable')
        again = pending.map((row) => [row, { kind: 'held', error: result.error }])
      else again = readEntries(pending, result.entries, call)
      if (again.length === 0) return

      const delay = backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random: this.#options.random })
      if (!this.#mayRepeat(tries, delay, again, times, call)) {
        for (const [row, outcome] of again) call.outcomes.set(row, outcome)
        const held = again.find(([, outcome]) => outcome.kind === 'held')?.[1]
        if (held?.kind === 'held') call.outage = held.error
        return
      }
      pending = again.map(([row]) => row)
      call.retried += pending.length
      await this.#options.clock.sleep(delay)
    }
  }

  #mayRepeat(
    tries: number,
    delay: number,
    again: readonly [PendingRow, Outcome][],
    times: DeliveryTimes,
    call: Call,
  ): boolean {
    const onlyIsolated = again.every(([, outcome]) => outcome.kind === 'isolated')
    if (onlyIsolated && call.hasSuccess() && tries >= TRIES_BESIDE_SUCCESS) return false
    const endsAt = this.#options.clock.now() + delay + this.#options.callTimeout
    return endsAt <= times.retryUntil && endsAt <= times.sendUntil
  }

  /**
   * The call was refused as a whole. One entry alone is left for the judgement; several are halved until the one
   * at fault is alone, unless the probe is refused as well: then it is none of them. A refusal for size needs no
   * probe: it says what is wrong.
   */
  async #split(
    rows: readonly PendingRow[],
    refusal: Exclude<SendResult, { kind: 'answered' | 'unavailable' }>,
    times: DeliveryTimes,
    call: Call,
  ): Promise<void> {
    const [first] = rows
    if (first === undefined) return
    if (rows.length === 1) {
      call.outcomes.set(first, { kind: 'record', error: refusal.error })
      return
    }
    if (refusal.kind === 'too-large')
      call.maxBytes = Math.min(call.maxBytes, Math.floor(this.#bytesOf(rows) / 2))
    else call.outage = await this.#options.destination.probe()

    const middle = Math.ceil(rows.length / 2)
    for (const half of [rows.slice(0, middle), rows.slice(middle)]) {
      const error = call.outage
      if (error === undefined) await this.#attempt(half, times, call)
      else for (const row of half) call.outcomes.set(row, { kind: 'held', error })
    }
  }

  #bytesOf(rows: readonly PendingRow[]): number {
    return rows.reduce((sum, row) => sum + this.#options.destination.bytesOf(eventOf(row)), 0)
  }

  /**
   * Failures that hit entries while others pass are theirs. If nothing of the call passed, the probe decides: a
   * call cannot tell a poisoned event from a missing permission, least of all a call of one entry.
   */
  async #judge(call: Call): Promise<void> {
    const suspects = [...call.outcomes].filter(([, { kind }]) => kind === 'record' || kind === 'isolated')
    if (suspects.length === 0 || call.hasSuccess()) return
    const probeError = call.outage ?? (await this.#options.destination.probe())
    if (probeError === undefined) return
    call.outage = probeError
    for (const [row] of suspects) call.outcomes.set(row, { kind: 'held', error: probeError })
  }
}

class Call implements CallResult {
  readonly outcomes: Map<PendingRow, Outcome> = new Map()
  retried = 0
  outage: SendError | undefined
  maxBytes: number = Number.POSITIVE_INFINITY

  hasSuccess(): boolean {
    for (const { kind } of this.outcomes.values()) if (kind === 'published') return true
    return false
  }
}

/** Writes down what is final; returns what may be sent again, with the outcome it has if it is not. */
function readEntries(
  rows: readonly PendingRow[],
  entries: readonly EntryResult[],
  call: Call,
): [PendingRow, Outcome][] {
  const again: [PendingRow, Outcome][] = []
  for (const [index, row] of rows.entries()) {
    const entry = entries[index] ?? { kind: 'internal', error: { code: 'NoAnswer', message: 'No answer' } }
    if (entry.kind === 'accepted') call.outcomes.set(row, { kind: 'published' })
    else if (entry.kind === 'malformed') call.outcomes.set(row, { kind: 'rejected', error: entry.error })
    else if (entry.kind === 'refused') call.outcomes.set(row, { kind: 'record', error: entry.error })
    else if (entry.kind === 'internal') again.push([row, { kind: 'isolated', error: entry.error }])
    else again.push([row, { kind: 'held', error: entry.error }])
  }
  return again
}

function eventOf(row: PendingRow): OutgoingEvent {
  if (row.event === undefined) throw new TypeError('A row with a fault is never sent')
  return row.event
}
