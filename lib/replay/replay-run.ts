import type { Clock } from '../clock.js'
import { sanitise } from '../delivery/sanitise.js'
import type { PublishPace } from '../sweeper/publish-pace.js'
import type { FailedEvent } from './failed-event.js'
import { isChosen } from './is-chosen.js'
import type { ReplayFilters } from './replay-filters.js'
import { NO_PROGRESS, type ReplayProgress } from './replay-progress.js'
import type { ReplayTarget } from './replay-target.js'
import type { ReplayedEvent } from './replayed-event.js'
import { type SendOutcome, sendCall } from './send-call.js'
import type { ReplaySource, SourceItem } from './source-item.js'

/** A position is noted after so many events, or so many milliseconds: what is sent behind it may come twice. */
export const EVENTS_PER_NOTE = 1_000
export const TIME_PER_NOTE = 5_000

export interface ReplayRunOptions {
  readonly source: ReplaySource
  readonly filters: ReplayFilters
  readonly target: ReplayTarget
  readonly pace: PublishPace
  readonly clock: Clock
  readonly random: () => number
  /** Pass over what is no event; else stop before it. */
  readonly skipMalformed: boolean
  /** From an earlier run. @default - from the beginning */
  readonly progress?: ReplayProgress
  /** True from when the run shall end after the call under way. */
  readonly isInterrupted: () => boolean
  /** Notes how far the replay is. @throws when another has taken it over */
  readonly note: (progress: ReplayProgress) => Promise<void>
  readonly onFailed: (event: FailedEvent) => void
  readonly onMalformed: (item: Extract<SourceItem, { kind: 'malformed' }>) => void
}

export type ReplayEnd =
  | { readonly kind: 'done'; readonly progress: ReplayProgress }
  | { readonly kind: 'interrupted'; readonly progress: ReplayProgress }
  /** Stopped before the end; nothing was passed over, and it can be resumed. */
  | { readonly kind: 'stopped'; readonly progress: ReplayProgress; readonly reason: string }

interface Waiting {
  readonly event: ReplayedEvent
  readonly position: string
}

/** Sends what a source has, call after call, and notes how far it is. */
export class ReplayRun {
  readonly #options: ReplayRunOptions
  #progress: ReplayProgress
  #notedAt: number
  #sinceNote = 0
  #call: Waiting[] = []
  #bytes = 0
  /** Behind the call that is being filled. */
  #readUntil: string | undefined
  #reason: string | undefined

  constructor(options: ReplayRunOptions) {
    this.#options = options
    this.#progress = options.progress ?? NO_PROGRESS
    this.#notedAt = options.clock.now()
  }

  /** Notes at its end, too. @throws what the source or `note` throws; what was noted before holds */
  async run(): Promise<ReplayEnd> {
    const { source, isInterrupted } = this.#options
    let end: ReplayEnd['kind'] = 'done'
    try {
      for await (const item of source.read(this.#progress.position)) {
        if (!isInterrupted() && (await this.#take(item))) continue
        end = this.#reason === undefined ? 'interrupted' : 'stopped'
        break
      }
      if (end === 'done' && !(await this.#flush()))
        end = this.#reason === undefined ? 'interrupted' : 'stopped'
    } catch (error) {
      // What was sent until then is known. If not even that can be written down, the first error tells why.
      await this.#note().catch(() => undefined)
      throw error
    }
    await this.#note()
    if (end === 'stopped') return { kind: end, progress: this.#progress, reason: this.#reason ?? '' }
    return { kind: end, progress: this.#progress }
  }

  /** False when the run ends here. */
  async #take(item: SourceItem): Promise<boolean> {
    const { filters, skipMalformed, onMalformed, target } = this.#options
    if (item.kind === 'malformed') {
      if (!skipMalformed) {
        if (!(await this.#flush())) return false
        this.#reason = `${item.place} holds no event: ${item.reason}. Nothing behind it was sent; --skip-malformed passes over it`
        return false
      }
      onMalformed(item)
      this.#count('malformed')
    } else if (item.kind === 'duplicate') this.#count('duplicates')
    else if (item.kind === 'unpublished') this.#count('unpublished')
    else if (item.kind === 'event' && isChosen(item.event, filters)) {
      const bytes = target.bytesOf(item.event)
      if (!this.#hasRoom(item.event, bytes) && !(await this.#flush())) return false
      this.#call.push({ event: item.event, position: item.position })
      this.#bytes += bytes
    }
    this.#readUntil = item.position
    if (this.#call.length === 0) this.#progress = { ...this.#progress, position: item.position }
    await this.#noteIfDue()
    return true
  }

  #hasRoom(event: ReplayedEvent, bytes: number): boolean {
    const { target, pace } = this.#options
    const call = this.#call.map((waiting) => waiting.event)
    return (
      call.length === 0 ||
      (call.length < Math.min(target.maxEntries, pace.burst) &&
        this.#bytes + bytes < target.maxBytes &&
        target.mayJoin(event, call))
    )
  }

  /** Sends what waits; false when nothing more may be sent. */
  async #flush(): Promise<boolean> {
    const call = this.#call
    if (call.length === 0) return true
    const { target, pace, clock, random, isInterrupted } = this.#options
    await pace.turn(call.length, Number.POSITIVE_INFINITY)
    if (isInterrupted()) return false
    const outcomes = await sendCall(
      call.map(({ event }) => event),
      { target, clock, random, onTry: () => this.#noteIfDue() },
    )
    this.#call = []
    this.#bytes = 0
    this.#settle(call, outcomes)
    await this.#noteIfDue()
    return this.#reason === undefined
  }

  #settle(call: readonly Waiting[], outcomes: readonly SendOutcome[]): void {
    for (const [index, { event, position }] of call.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined) continue
      if (outcome.kind === 'sent') this.#count('sent')
      // What was refused behind the place where the replay stops is tried again by whoever resumes it.
      if (this.#reason !== undefined) continue
      if (outcome.kind === 'stopped') {
        this.#reason = `Stopped before event ${event.eventId}: ${sanitise(`${outcome.error.code}: ${outcome.error.message}`)}`
        continue
      }
      if (outcome.kind === 'failed') {
        this.#count('failed')
        this.#options.onFailed({
          eventId: event.eventId,
          eventType: event.eventType,
          errorCode: outcome.error.code,
          errorMessage: sanitise(outcome.error.message),
        })
      }
      this.#progress = { ...this.#progress, position, reached: event.occurredAt }
    }
    if (this.#reason === undefined) this.#progress = { ...this.#progress, position: this.#readUntil }
    this.#sinceNote += call.length
  }

  #count(what: 'sent' | 'failed' | 'malformed' | 'duplicates' | 'unpublished'): void {
    this.#progress = { ...this.#progress, [what]: this.#progress[what] + 1 }
  }

  async #noteIfDue(): Promise<void> {
    const age = this.#options.clock.now() - this.#notedAt
    if (this.#sinceNote >= EVENTS_PER_NOTE || age >= TIME_PER_NOTE || age < 0) await this.#note()
  }

  async #note(): Promise<void> {
    await this.#options.note(this.#progress)
    this.#notedAt = this.#options.clock.now()
    this.#sinceNote = 0
  }
}
