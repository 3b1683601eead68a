import pMap from 'p-map'
import type { Clock } from '../clock.js'
import type { EventDestination, SendError } from '../destination/event-destination.js'
import { behindFailures, type Followers, leaves } from './behind-failures.js'
import { CallSender } from './call-sender.js'
import { type DeliveryTimes, OUT_OF_TIME } from './delivery-times.js'
import { type AggregateQueue, type CallLimits, type Lane, packLanes, takeCall } from './lane.js'
import type { Outcome } from './outcome.js'
import { aggregateKey, type PendingRow } from './pending-row.js'

export interface DeliveryOptions {
  readonly destination: EventDestination
  readonly clock: Clock
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly strictOrder: boolean
  /** The later events of an aggregate whose earlier one failed by itself. @default 'along' */
  readonly followers?: Followers
  /** The longest that one call can last. Milliseconds. */
  readonly callTimeout: number
}

export interface DeliveryResult {
  readonly outcomes: ReadonlyMap<PendingRow, Outcome>
  /** Entries that were sent again. */
  readonly retried: number
  /** Why the run stopped early, if an outage stopped it. */
  readonly outage?: SendError
}

/** Calls under way at once. Each is a network round trip; the order of an aggregate does not depend on it. */
const CONCURRENT_CALLS = 5

/**
 * The routine that relay and sweeper share: packs rows into calls, sends them, and says of each row what became of
 * it. It writes nothing; whoever holds the rows settles them.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #followers: Followers
  readonly #sender: CallSender
  /** Halved when a partition of AWS refuses a call for its size; remembered as long as the process lives. */
  #maxBytes: number

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#followers = options.followers ?? 'along'
    this.#sender = new CallSender({ ...options, followers: this.#followers })
    this.#maxBytes = options.destination.maxBytes
  }

  /** The rows of an aggregate are sent in the order in which they are given. */
  async deliver(rows: readonly PendingRow[], times: DeliveryTimes): Promise<DeliveryResult> {
    const outcomes = new Map<PendingRow, Outcome>()
    const run = { times, retried: 0, outage: undefined as SendError | undefined }
    for (const row of rows)
      if (row.fault !== undefined) outcomes.set(row, { kind: 'rejected', error: row.fault })

    let waiting = rows.filter(({ fault }) => fault === undefined)
    for (let tries = 1; ; tries += 1) {
      run.outage = undefined
      const lanes = packLanes(queuesOf(waiting), this.#limits())
      await pMap(lanes, (lane) => this.#runLane(lane, run, outcomes), { concurrency: CONCURRENT_CALLS })
      if (run.outage === undefined) break

      // An outage may be over in a second. And if it is not, an invocation that lasts paces the mapping's retries:
      // an outage should be ended by the record's age, not by a number of quick refusals.
      waiting = heldRows(waiting, outcomes, this.#followers)
      const delay = this.#sender.delay(tries)
      if (waiting.length === 0 || !this.#sender.mayRepeat(delay, times)) break
      run.retried += waiting.length
      await this.#options.clock.sleep(delay)
    }
    return { outcomes, retried: run.retried, outage: run.outage }
  }

  async #runLane(
    lane: Lane,
    run: { times: DeliveryTimes; retried: number; outage: SendError | undefined },
    outcomes: Map<PendingRow, Outcome>,
  ): Promise<void> {
    while (lane.some((queue) => queue.length > 0)) {
      const stopped = run.outage ?? (this.#sender.hasTime(run.times) ? undefined : OUT_OF_TIME)
      if (stopped !== undefined) {
        for (const queue of lane) drain(queue, { kind: 'held', error: stopped }, outcomes)
        return
      }
      const call = takeCall(lane, this.#limits())
      const sent = await this.#sender.send(call, run.times)
      run.retried += sent.retried
      run.outage ??= sent.outage
      this.#maxBytes = Math.min(this.#maxBytes, sent.maxBytes)
      for (const [row, outcome] of sent.outcomes) outcomes.set(row, outcome)
      const behind = behindFailures(sent.outcomes, this.#followers)
      for (const queue of lane) {
        const outcome = queue[0] === undefined ? undefined : behind.get(aggregateKey(queue[0]))
        if (outcome !== undefined) drain(queue, outcome, outcomes)
      }
    }
  }

  #limits(): CallLimits {
    const { destination, strictOrder } = this.#options
    return {
      maxEntries: destination.maxEntries,
      maxBytes: this.#maxBytes,
      bytesOf: (row) => (row.event === undefined ? 0 : destination.bytesOf(row.event)),
      strictOrder,
    }
  }
}

function queuesOf(rows: readonly PendingRow[]): AggregateQueue[] {
  const queues = new Map<string, AggregateQueue>()
  for (const row of rows) {
    const key = aggregateKey(row)
    const queue = queues.get(key)
    if (queue === undefined) queues.set(key, [row])
    else queue.push(row)
  }
  return [...queues.values()]
}

/** What may be sent again: rows that are held, and not behind one of their aggregate that takes them along. */
function heldRows(
  rows: readonly PendingRow[],
  outcomes: ReadonlyMap<PendingRow, Outcome>,
  followers: Followers,
): PendingRow[] {
  const leaving = new Set<string>()
  return rows.filter((row) => {
    const outcome = outcomes.get(row)
    if (followers === 'along' && outcome !== undefined && leaves(outcome)) leaving.add(aggregateKey(row))
    return outcome?.kind === 'held' && !leaving.has(aggregateKey(row))
  })
}

function drain(queue: AggregateQueue, outcome: Outcome, outcomes: Map<PendingRow, Outcome>): void {
  for (const row of queue.splice(0)) outcomes.set(row, outcome)
}
