import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import type {
  EventDestination,
  OutgoingEvent,
  SendError,
  SendResult,
} from '../destination/event-destination.js'
import { type Followers, leaves } from './behind-failures.js'
import { Call } from './call.js'
import { type DeliveryTimes, OUT_OF_TIME } from './delivery-times.js'
import { isolate, type Split } from './isolate.js'
import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'
import { readEntries } from './read-entries.js'

export interface CallSenderOptions {
  readonly destination: EventDestination
  readonly clock: Clock
  readonly random: () => number
  readonly followers: Followers
  readonly callTimeout: number
}

/** Waits between the tries of a call. Milliseconds. */
const BASE_DELAY = 100
const MAX_DELAY = 5_000

/** An entry that fails while others pass gets this many tries: about a second, for its neighbours wait with it. */
const TRIES_BESIDE_SUCCESS = 4

/** Sends the rows of one call until each has its outcome. */
export class CallSender {
  readonly #options: CallSenderOptions

  constructor(options: CallSenderOptions) {
    this.#options = options
  }

  /** True when a call that begins now ends in time. */
  hasTime({ sendUntil }: DeliveryTimes): boolean {
    return this.#options.clock.now() + this.#options.callTimeout <= sendUntil
  }

  /** The wait after so many tries that failed. Milliseconds. */
  delay(tries: number): number {
    return backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random: this.#options.random })
  }

  /** True when a call that begins after the delay ends within the time for repetitions. */
  mayRepeat(delay: number, { retryUntil, sendUntil }: DeliveryTimes): boolean {
    const endsAt = this.#options.clock.now() + delay + this.#options.callTimeout
    return endsAt <= retryUntil && endsAt <= sendUntil
  }

  /** One outcome for each row. */
  async send(rows: readonly PendingRow[], times: DeliveryTimes): Promise<Call> {
    const call = new Call(times)
    await this.#deliver(rows, call)
    await this.#judge(rows, call)
    return call
  }

  async #deliver(rows: readonly PendingRow[], call: Call): Promise<void> {
    const split = await this.#attempt(rows, call)
    if (split === undefined) return
    const { followers } = this.#options
    await isolate(split, call, {
      followers,
      hasTime: () => this.#hasTimeToIsolate(call),
      attempt: (part) => this.#attempt(part, call),
    })
    if (call.unavailable === undefined || rows.length === 1 || call.hasSuccess()) return
    // Nothing of several passed. Is it all of them, or an outage that the probe slipped through?
    const outage = this.hasTime(call.times) ? await this.#probe(call) : undefined
    if (outage !== undefined) call.holdAll(call.unavailable)
  }

  /** Sends, and repeats what may pass. Gives what must be sent in parts to find out which of them is at fault. */
  async #attempt(rows: readonly PendingRow[], call: Call): Promise<Split | undefined> {
    let pending = rows
    for (let tries = 1; ; tries += 1) {
      const result = await this.#options.destination.send(pending.map(eventOf))
      if (result.kind === 'too-large' || result.kind === 'refused' || result.kind === 'denied')
        return this.#splitOf(pending, result, call)
      let again: readonly [PendingRow, Outcome][]
      if (result.kind === 'unavailable')
        again = pending.map((row) => [row, { kind: 'held', error: result.error }])
      else again = readEntries(pending, result.entries, call, this.#options.followers)
      if (again.length === 0) return undefined

      const delay = this.delay(tries)
      if ((await this.#isEnough(tries, again, call)) || !this.mayRepeat(delay, call.times)) {
        if (
          result.kind === 'unavailable' &&
          (call.unavailable !== undefined || (await this.#probePasses(call)))
        ) {
          // The call fails for what is in it: an entry that a proxy drops, that breaks the client, that makes it too
          // slow. Nobody else must wait for it.
          call.unavailable = result.error
          return { rows: pending, alone: { kind: 'isolated', error: result.error } }
        }
        for (const [row, outcome] of again) call.outcomes.set(row, outcome)
        const held = again.find(([, outcome]) => outcome.kind === 'held')?.[1]
        if (held?.kind === 'held') call.outage = held.error
        return undefined
      }
      pending = again.map(([row]) => row)
      call.retried += pending.length
      await this.#options.clock.sleep(delay)
    }
  }

  /** An entry that fails by itself must not hold up everybody for the whole budget; what all suffer may pass. */
  async #isEnough(tries: number, again: readonly [PendingRow, Outcome][], call: Call): Promise<boolean> {
    if (tries < TRIES_BESIDE_SUCCESS || again.some(([, { kind }]) => kind !== 'isolated')) return false
    return call.othersPass() || (await this.#probePasses(call))
  }

  /** Probes, if there is time, and remembers on the call that the probe passed. */
  async #probePasses(call: Call): Promise<boolean> {
    if (!this.hasTime(call.times)) return false
    return (await this.#probe(call)) === undefined
  }

  async #probe(call: Call): Promise<SendError | undefined> {
    const failure = await this.#options.destination.probe()
    call.probePassed = failure === undefined
    return failure
  }

  /**
   * The call was refused as a whole: one of its entries is at fault, unless the probe is refused as well, for then it
   * is none of them. A refusal for size needs no probe: it says what is wrong.
   */
  async #splitOf(
    rows: readonly PendingRow[],
    refusal: Exclude<SendResult, { kind: 'answered' | 'unavailable' }>,
    call: Call,
  ): Promise<Split> {
    if (rows.length > 1) {
      if (refusal.kind === 'too-large')
        call.maxBytes = Math.min(call.maxBytes, Math.floor(this.#bytesOf(rows) / 2))
      else if (this.hasTime(call.times)) call.outage = await this.#options.destination.probe()
    }
    const kind = refusal.kind === 'denied' ? 'denied' : 'record'
    return { rows, alone: { kind, error: refusal.error } }
  }

  /** With a call that lets calls fail there must be time left to ask whether it was an outage after all. */
  #hasTimeToIsolate({ unavailable, times }: Call): boolean {
    const { clock, callTimeout } = this.#options
    return clock.now() + callTimeout * (unavailable === undefined ? 1 : 2) <= times.sendUntil
  }

  #bytesOf(rows: readonly PendingRow[]): number {
    return rows.reduce((sum, row) => sum + this.#options.destination.bytesOf(eventOf(row)), 0)
  }

  /**
   * Failures that hit entries while others pass are theirs. If nothing of the call passed, the probe decides: a
   * call cannot tell a poisoned event from a missing permission, least of all a call of one entry. If the probe
   * passes, what was refused before it is sent once more, for the outage may have ended in between. Without time
   * to find out nothing is proven, and the rows come again.
   */
  async #judge(rows: readonly PendingRow[], call: Call): Promise<void> {
    const suspects = suspectsOf(rows, call)
    if (suspects.length === 0 || call.hasSuccess()) return
    if (!call.probePassed && call.outage === undefined && this.hasTime(call.times))
      call.outage = await this.#probe(call)
    if (!call.probePassed) {
      call.hold(suspects, call.outage ?? OUT_OF_TIME)
      return
    }
    const again = refusedOf(suspects, call)
    if (again.length === 0) return
    if (call.outage !== undefined || !this.hasTime(call.times)) {
      call.hold(again, call.outage ?? OUT_OF_TIME)
      return
    }
    call.retried += again.length
    for (const row of again) call.outcomes.delete(row)
    await this.#deliver(again, call)
    if (call.outage !== undefined && !call.hasSuccess()) call.hold(suspectsOf(again, call), call.outage)
  }
}

/** What failed by itself, or went along with that, unless it turns out otherwise. */
function suspectsOf(rows: readonly PendingRow[], call: Call): PendingRow[] {
  return rows.filter((row) => {
    const outcome = call.outcomes.get(row)
    return outcome !== undefined && leaves(outcome)
  })
}

/** Those that were refused at their first try, with what went along; nobody passes an isolated one of its aggregate. */
function refusedOf(suspects: readonly PendingRow[], call: Call): PendingRow[] {
  const isolated = new Set(
    suspects.filter((row) => call.outcomes.get(row)?.kind === 'isolated').map(aggregateKey),
  )
  return suspects.filter((row) => !isolated.has(aggregateKey(row)))
}

function eventOf(row: PendingRow): OutgoingEvent {
  if (row.event === undefined) throw new TypeError('A row with a fault is never sent')
  return row.event
}
