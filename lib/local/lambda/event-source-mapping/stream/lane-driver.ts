import type { Clock } from '../../../clock.js'
import type { Batch, LastInvocation } from './batch.js'
import type { BatchOutcome } from './batch-outcome.js'
import type { DiscardCondition, Lane } from './lane.js'
import type { StreamRecord } from './stream-record.js'

/** How an attempt to invoke the function ended. */
export type Attempt =
  | { readonly kind: 'invoked'; readonly outcome: BatchOutcome; readonly last: LastInvocation }
  /** Throttled, or the service failed: the function saw nothing. */
  | { readonly kind: 'not-invoked' }

export interface LaneActions {
  readonly invoke: (records: readonly StreamRecord[]) => Promise<Attempt>
  /** Tells the on-failure destination, without waiting once the signal aborts. */
  readonly discard: (batch: Batch, condition: DiscardCondition, signal: AbortSignal) => Promise<void>
  /** Asked after a success: true when the checkpoint is lost, so that the batch comes again. @default - never */
  readonly losesCheckpoint?: () => boolean
}

/** Carries out what a lane decides, one step after the other. */
export class LaneDriver {
  readonly #lane: Lane
  readonly #actions: LaneActions
  readonly #clock: Clock
  /** Aborted to end a wait. */
  #bell = new AbortController()
  #onEmpty: (() => void)[] = []

  constructor(lane: Lane, actions: LaneActions, clock: Clock) {
    this.#lane = lane
    this.#actions = actions
    this.#clock = clock
  }

  get lane(): Lane {
    return this.#lane
  }

  offer(records: readonly StreamRecord[]): void {
    this.#lane.offer(records, this.#clock.now())
    this.#bell.abort()
  }

  /** From the checkpoint on, until the signal aborts; a step that has begun is finished. */
  async run(signal: AbortSignal): Promise<void> {
    this.#lane.rewind(this.#clock.now())
    const wake = (): void => this.#bell.abort()
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted) await this.#step(signal)
    } finally {
      signal.removeEventListener('abort', wake)
      for (const resolve of this.#onEmpty.splice(0)) resolve()
    }
  }

  /** Resolves when nothing is left to do, or when it ends. */
  empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty.push(resolve)
      this.#bell.abort()
    })
  }

  async #step(signal: AbortSignal): Promise<void> {
    const step = this.#lane.next(this.#clock.now())
    if (step.kind === 'invoke') await this.#invoke(step.batch)
    else if (step.kind === 'discard') {
      await this.#actions.discard(step.batch, step.condition, signal)
      this.#lane.discard(step.batch)
    } else {
      if (this.#lane.backlog === 0) for (const resolve of this.#onEmpty.splice(0)) resolve()
      await this.#wait(step.until)
    }
  }

  async #invoke({ records }: Batch): Promise<void> {
    let attempt = await this.#actions.invoke(records)
    // Delivered once more, and then that outcome counts.
    if (succeeded(attempt) && this.#actions.losesCheckpoint?.() === true)
      attempt = await this.#actions.invoke(records)
    const now = this.#clock.now()
    if (attempt.kind === 'invoked') this.#lane.settle(attempt.outcome, attempt.last, now)
    else this.#lane.postpone(now)
  }

  /** Until the time given, new records, or the end. */
  async #wait(until: number | undefined): Promise<void> {
    this.#bell = new AbortController()
    const { signal } = this.#bell
    if (until !== undefined) await this.#clock.sleep(Math.max(0, until - this.#clock.now()), signal)
    else await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
}

function succeeded(attempt: Attempt): boolean {
  return attempt.kind === 'invoked' && attempt.outcome.kind === 'success'
}
