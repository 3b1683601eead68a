import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import type { EntryResult, SendError, SendResult } from '../destination/event-destination.js'
import { blame } from './blame.js'
import type { ReplayTarget } from './replay-target.js'
import type { ReplayedEvent } from './replayed-event.js'

/** What became of an event. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** It failed by itself, while the target takes others. */
  | { readonly kind: 'failed'; readonly error: SendError }
  /** The target admits it no more, and takes others: passed over as told. */
  | { readonly kind: 'denied'; readonly error: SendError }
  /** Not taken, and not the event's fault, as far as anybody knows: a person decides before anything goes on. */
  | { readonly kind: 'stopped'; readonly error: SendError; readonly passedBy?: PassingFlag }
  /** Not taken when the run was interrupted. */
  | { readonly kind: 'unsent' }

/** What lets a replay pass an event at which it stops. */
export type PassingFlag = '--skip-denied' | '--skip-failing'

export interface SendCallOptions {
  readonly target: ReplayTarget
  readonly clock: Clock
  readonly random: () => number
  /** Called before each try. */
  readonly onTry: () => Promise<void>
  /** Called once when the target lets a call wait for longer than a moment. */
  readonly onWait: (error: SendError) => void
  /** Asked before each wait: what is not taken then stays unsent. */
  readonly isInterrupted: () => boolean
  /** Pass over what the target admits no more while it takes others. */
  readonly skipDenied: boolean
  /** Pass over what fails for minutes while the target takes others. */
  readonly skipFailing: boolean
}

type Doubt = { readonly kind: 'refused' | 'inadmissible' | 'untaken'; readonly error: SendError }
type Outcomes = Map<ReplayedEvent, SendOutcome | Doubt>

/** About 6 seconds in all; then the target is looked at. */
const TRIES = 6
/** From when the first try begins until nobody waits any more. Milliseconds. */
const PATIENCE: number = 3 * 60_000
/** For those behind one that took all the patience. */
const SHORT_PATIENCE = 6_000
/** Milliseconds. Ctrl-C waits as long, and the record is told after each. */
const BASE_DELAY = 200
const MAX_DELAY = 5_000

/**
 * Sends the events of one call and reads the answer entry by entry: what may pass is sent again, for minutes if it must be,
 * what fails for the call it is in is sent alone. Whether a refusal is the event's own is told by its code, and by the probe.
 */
export async function sendCall(
  events: readonly ReplayedEvent[],
  options: SendCallOptions,
): Promise<SendOutcome[]> {
  const { target, skipFailing } = options
  const skipDenied = options.skipDenied && target.mayDenyOne
  const outcomes: Outcomes = new Map()
  await attempt(events, outcomes, { ...options, skipDenied }, PATIENCE)
  const isToAsk = [...outcomes.values()].some(
    ({ kind }) => kind === 'refused' || kind === 'untaken' || (kind === 'inadmissible' && skipDenied),
  )
  const outage = isToAsk ? await target.probe() : undefined
  return events.map((event) => {
    const outcome = outcomes.get(event) ?? { kind: 'untaken', error: NO_ANSWER }
    switch (outcome.kind) {
      case 'refused':
        return outage === undefined
          ? { kind: 'failed', error: outcome.error }
          : { kind: 'stopped', error: outage }
      case 'inadmissible':
        if (outage !== undefined) return { kind: 'stopped', error: outage }
        return skipDenied
          ? { kind: 'denied', error: outcome.error }
          : {
              kind: 'stopped',
              error: outcome.error,
              ...(target.mayDenyOne ? { passedBy: '--skip-denied' } : {}),
            }
      case 'untaken':
        if (outage !== undefined) return { kind: 'stopped', error: outage }
        return skipFailing
          ? { kind: 'failed', error: outcome.error }
          : { kind: 'stopped', error: outcome.error, passedBy: '--skip-failing' }
      default:
        return outcome
    }
  })
}

async function attempt(
  events: readonly ReplayedEvent[],
  outcomes: Outcomes,
  options: SendCallOptions,
  patience: number,
): Promise<void> {
  const { target, clock, random, onTry, onWait, isInterrupted, skipDenied } = options
  const began = clock.now()
  let pending = events
  for (let tries = 1; ; tries += 1) {
    await onTry()
    const result = await target.send(pending)
    const blamed = blameOf(result)
    if (blamed === 'event' || (blamed === 'denial' && skipDenied)) {
      if (pending.length > 1) return oneByOne(pending, outcomes, options, patience)
    }
    if (result.kind === 'too-large') return settle(pending, outcomes, { kind: 'failed', error: result.error })
    if (result.kind !== 'answered' && blamed !== 'moment')
      return settle(pending, outcomes, { kind: DOUBTS[blamed], error: result.error })
    if (result.kind === 'answered') pending = read(result.entries, pending, outcomes)
    else settle(pending, outcomes, { kind: 'untaken', error: result.error })
    const error = lastError(pending, outcomes)
    if (error === undefined) return
    if (isInterrupted()) return settle(pending, outcomes, { kind: 'unsent' })
    if (tries === TRIES) {
      const outage = await target.probe()
      // What only a person can mend is not waited for.
      if (outage !== undefined && blame(outage.code) !== 'moment')
        return settle(pending, outcomes, { kind: 'stopped', error: outage })
      if (patience > SHORT_PATIENCE) onWait(outage ?? error)
    }
    if (clock.now() - began >= patience) {
      // The call may fail for one entry that is in it; alone, the others pass.
      const isAsWhole = result.kind !== 'answered' && pending.length > 1
      if (isAsWhole && (await target.probe()) === undefined)
        return oneByOne(pending, outcomes, options, SHORT_PATIENCE)
      return
    }
    await clock.sleep(backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random }))
    if (isInterrupted()) return settle(pending, outcomes, { kind: 'unsent' })
  }
}

/** What a call's failure says of its events. */
const DOUBTS = { event: 'refused', denial: 'inadmissible', target: 'stopped' } as const

function blameOf(result: SendResult): 'moment' | 'event' | 'denial' | 'target' {
  if (result.kind === 'answered' || result.kind === 'unavailable') return 'moment'
  if (result.kind === 'too-large') return 'event'
  // Whom a policy refuses, it may refuse for one event of the call.
  return result.kind === 'denied' ? 'denial' : blame(result.error.code)
}

async function oneByOne(
  events: readonly ReplayedEvent[],
  outcomes: Outcomes,
  options: SendCallOptions,
  patience: number,
): Promise<void> {
  let left = patience
  for (const event of events) {
    if (options.isInterrupted()) {
      settle([event], outcomes, { kind: 'unsent' })
      continue
    }
    await attempt([event], outcomes, options, left)
    if (outcomes.get(event)?.kind === 'untaken') left = SHORT_PATIENCE
  }
}

function settle(events: readonly ReplayedEvent[], outcomes: Outcomes, outcome: SendOutcome | Doubt): void {
  for (const event of events) outcomes.set(event, outcome)
}

/** Notes what each entry's answer means if it is the last one. @returns the events that may pass if they are sent again */
function read(
  entries: readonly EntryResult[],
  events: readonly ReplayedEvent[],
  outcomes: Outcomes,
): ReplayedEvent[] {
  return events.filter((event, index) => {
    const outcome = outcomeOf(entries[index])
    outcomes.set(event, outcome)
    return outcome.kind === 'untaken'
  })
}

function lastError([first]: readonly ReplayedEvent[], outcomes: Outcomes): SendError | undefined {
  const outcome = first === undefined ? undefined : outcomes.get(first)
  return outcome?.kind === 'untaken' ? outcome.error : undefined
}

const NO_ANSWER: SendError = { code: 'NoAnswer', message: 'The answer has no entry for this event' }

function outcomeOf(entry: EntryResult | undefined): SendOutcome | Doubt {
  switch (entry?.kind) {
    case undefined:
      return { kind: 'untaken', error: NO_ANSWER }
    case 'accepted':
      return { kind: 'sent' }
    case 'malformed':
      return { kind: 'failed', error: entry.error }
    case 'denied':
      return { kind: 'inadmissible', error: entry.error }
    case 'internal':
    case 'throttled':
      return outcomeOfRefusal(entry.error, 'untaken')
    case 'refused':
      return outcomeOfRefusal(entry.error, 'refused')
  }
}

/** @param otherwise when the code blames nobody but the event, or is not known */
function outcomeOfRefusal(error: SendError, otherwise: Doubt['kind']): SendOutcome | Doubt {
  switch (blame(error.code)) {
    case 'moment':
      return { kind: 'untaken', error }
    case 'target':
      return { kind: 'stopped', error }
    case 'event':
      return { kind: otherwise, error }
  }
}
