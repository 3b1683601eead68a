import type { Clock } from '../clock.js'
import { sanitise } from '../delivery/sanitise.js'
import type { SendError } from '../destination/event-destination.js'
import type { PublishPace } from '../sweeper/publish-pace.js'
import type { FailedEvent } from './failed-event.js'
import { FailingStreak, STREAK_LIMIT } from './failing-streak.js'
import { isChosen } from './is-chosen.js'
import type { ReplayFilters } from './replay-filters.js'
import { NO_PROGRESS, type ReplayProgress } from './replay-progress.js'
import type { CountedRows } from './replay-record.js'
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
  /** Pass over what the target admits no more; else stop before it. */
  readonly skipDenied: boolean
  /** Pass over whatever fails while others pass; else stop where it is many in a row, or could pass later. */
  readonly skipFailing: boolean
  /** What there was to send when it was planned, in the order of the positions. @default - not known */
  readonly counted?: CountedRows
  /** From an earlier run. @default - from the beginning */
  readonly progress?: ReplayProgress
  /** True from when the run shall end after the call under way. */
  readonly isInterrupted: () => boolean
  /** Notes how far the replay is. @throws when another has taken it over */
  readonly note: (progress: ReplayProgress) => Promise<void>
  /** Told of what failed for good. */
  readonly onFailed: (event: FailedEvent) => void
  /** Told of what was denied, and is passed over. */
  readonly onDenied: (event: FailedEvent) => void
  /** Told when a call has to wait for longer than a moment. */
  readonly onWait: (error: SendError) => void
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
  readonly #streak: FailingStreak = new FailingStreak()
  /** How far it is with the streak, which is not passed over yet. */
  #behindStreak: Pick<ReplayProgress, 'position' | 'reached'> = {}
  /** Behind the position. */
  readonly #taken: Set<string>
  /** Of these, what the source has come upon since the position was moved. */
  #met: string[] = []
  #isCounted: boolean

  constructor(options: ReplayRunOptions) {
    this.#options = options
    this.#progress = options.progress ?? NO_PROGRESS
    this.#notedAt = options.clock.now()
    this.#taken = new Set(options.progress?.taken)
    const { position } = this.#progress
    this.#isCounted =
      options.counted === undefined || (position !== undefined && position > options.counted.last)
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
      if (end === 'done' && !((await this.#flush()) && this.#hasAllCounted()))
        end = this.#reason === undefined ? 'interrupted' : 'stopped'
      if (this.#reason === undefined) this.#passStreak()
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
    const { filters, skipMalformed, onMalformed, counted } = this.#options
    if (!this.#isCounted && counted !== undefined && item.position > counted.last) {
      if (!(await this.#flush()) || !this.#hasAllCounted()) return false
    }
    if (item.kind === 'malformed') {
      if (!skipMalformed) {
        if (!(await this.#flush())) return false
        this.#stop(
          `${item.place} holds no event: ${item.reason}. Nothing behind it was sent; --skip-malformed passes over it`,
        )
        return false
      }
      onMalformed(item)
      this.#count('malformed')
    } else if (item.kind === 'duplicate') this.#count('duplicates')
    else if (item.kind === 'unpublished') this.#count('unpublished')
    else if (item.kind === 'event' && this.#taken.has(item.event.eventId)) this.#met.push(item.event.eventId)
    else if (item.kind === 'event' && isChosen(item.event, filters) && !(await this.#add(item))) return false
    this.#readUntil = item.position
    if (this.#call.length === 0) this.#advance({ position: item.position })
    await this.#noteIfDue()
    return true
  }

  /** False when the run ends before it. */
  async #add({ event, position }: Extract<SourceItem, { kind: 'event' }>): Promise<boolean> {
    const bytes = this.#options.target.bytesOf(event)
    if (!this.#hasRoom(event, bytes) && !(await this.#flush())) return false
    this.#call.push({ event, position })
    this.#bytes += bytes
    return true
  }

  #hasRoom(event: ReplayedEvent, bytes: number): boolean {
    const { target, pace } = this.#options
    const call = this.#call.map((waiting) => waiting.event)
    return (
      call.length === 0 ||
      // What stopped an earlier run is sent alone first: if it stops this one, too, nothing more went past it.
      (this.#taken.size === 0 &&
        call.length < Math.min(target.maxEntries, pace.burst) &&
        this.#bytes + bytes < target.maxBytes &&
        target.mayJoin(event, call))
    )
  }

  /** Sends what waits; false when nothing more may be sent. */
  async #flush(): Promise<boolean> {
    const call = this.#call
    if (call.length === 0) return true
    const { target, pace, clock, random, isInterrupted, skipDenied, skipFailing, onWait } = this.#options
    await pace.turn(call.length, Number.POSITIVE_INFINITY)
    if (isInterrupted()) return false
    const onTry = (): Promise<void> => this.#noteIfDue()
    const outcomes = await sendCall(
      call.map(({ event }) => event),
      { target, clock, random, onTry, onWait, isInterrupted, skipDenied, skipFailing },
    )
    this.#call = []
    this.#bytes = 0
    const isPassed = this.#settle(call, outcomes)
    await this.#noteIfDue()
    return isPassed
  }

  /** False when the run ends before one of them. */
  #settle(call: readonly Waiting[], outcomes: readonly SendOutcome[]): boolean {
    let isEnded = false
    for (const [index, { event, position }] of call.entries()) {
      const outcome = outcomes[index] ?? { kind: 'unsent' }
      if (outcome.kind === 'sent') this.#count('sent')
      // What was refused behind the place where the replay ends is tried again by whoever resumes it.
      if (isEnded) {
        if (outcome.kind === 'sent') this.#taken.add(event.eventId)
        continue
      }
      isEnded = !this.#pass(event, outcome)
      if (!isEnded) this.#advance({ position, reached: event.occurredAt })
    }
    if (!isEnded) this.#advance({ position: this.#readUntil })
    this.#sinceNote += call.length
    return !isEnded
  }

  /** False when the run ends before it. */
  #pass(event: ReplayedEvent, outcome: SendOutcome): boolean {
    const { onDenied, skipFailing } = this.#options
    switch (outcome.kind) {
      case 'unsent':
        return false
      case 'stopped': {
        const { error, passedBy } = outcome
        const hint = passedBy === undefined ? '' : `. ${passedBy} passes over such events`
        this.#stop(`Stopped before event ${event.eventId}: ${errorText(error)}${hint}`)
        return false
      }
      case 'sent':
        this.#passStreak()
        return true
      case 'denied':
        this.#passStreak()
        onDenied(failedEvent(event, outcome.error))
        this.#count('denied')
        return true
      case 'failed': {
        const failed = failedEvent(event, outcome.error)
        if (!this.#streak.add(failed)) {
          this.#passStreak()
          this.#streak.add(failed)
        }
        if (skipFailing) this.#passStreak()
        if (!this.#streak.isTooLong) return true
        const first = this.#streak.first ?? failed
        this.#reason = `Stopped before event ${first.eventId}: it and the ${STREAK_LIMIT - 1} behind it failed with ${errorText(outcome.error)}. If that is their own fault, --skip-failing passes over such events`
        return false
      }
    }
  }

  /** Stops here, with what failed before passed over. */
  #stop(reason: string): void {
    this.#passStreak()
    this.#reason = reason
  }

  /** What failed was the events' own fault. */
  #passStreak(): void {
    const failed = this.#streak.take()
    if (failed.length === 0) return
    for (const event of failed) {
      this.#count('failed')
      this.#options.onFailed(event)
    }
    this.#advance(this.#behindStreak)
  }

  #advance(to: Pick<ReplayProgress, 'position' | 'reached'>): void {
    if (this.#streak.first !== undefined) {
      this.#behindStreak = { ...this.#behindStreak, ...to }
      return
    }
    this.#behindStreak = {}
    this.#progress = { ...this.#progress, ...to }
    for (const eventId of this.#met) this.#taken.delete(eventId)
    this.#met = []
  }

  /** Whether there came as many events as were counted; false when the run ends for it. */
  #hasAllCounted(): boolean {
    const { counted, skipMalformed } = this.#options
    if (this.#isCounted || counted === undefined) return true
    this.#passStreak()
    const { sent, failed, denied = 0 } = this.#progress
    const missing = counted.events - sent - failed - denied
    if (missing > 0 && !skipMalformed) {
      this.#reason = `${missing} of the ${counted.events} events that the rows had when this was planned are not there any more: archived, or deleted after their retention. With an archive, a replay with --from archive sends them; --skip-malformed goes on without them`
      return false
    }
    this.#isCounted = true
    if (missing > 0) this.#count('malformed', missing)
    return true
  }

  #count(what: 'sent' | 'failed' | 'denied' | 'malformed' | 'duplicates' | 'unpublished', more = 1): void {
    this.#progress = { ...this.#progress, [what]: (this.#progress[what] ?? 0) + more }
  }

  async #noteIfDue(): Promise<void> {
    const age = this.#options.clock.now() - this.#notedAt
    if (this.#sinceNote >= EVENTS_PER_NOTE || age >= TIME_PER_NOTE || age < 0) await this.#note()
  }

  async #note(): Promise<void> {
    const { taken: _, ...progress } = this.#progress
    this.#progress = this.#taken.size === 0 ? progress : { ...progress, taken: [...this.#taken] }
    await this.#options.note(this.#progress)
    this.#notedAt = this.#options.clock.now()
    this.#sinceNote = 0
  }
}

function failedEvent({ eventId, eventType }: ReplayedEvent, { code, message }: SendError): FailedEvent {
  return { eventId, eventType, errorCode: code, errorMessage: sanitise(message) }
}

function errorText({ code, message }: SendError): string {
  return sanitise(`${code}: ${message}`)
}
