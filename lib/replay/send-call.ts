import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import type { EntryResult, SendError } from '../destination/event-destination.js'
import type { ReplayTarget } from './replay-target.js'
import type { ReplayedEvent } from './replayed-event.js'

/** What became of an event. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** It failed by itself, while the target takes others. */
  | { readonly kind: 'failed'; readonly error: SendError }
  /** The target takes nothing from us: it is nobody's fault, and must be mended before anything goes on. */
  | { readonly kind: 'stopped'; readonly error: SendError }

export interface SendCallOptions {
  readonly target: ReplayTarget
  readonly clock: Clock
  readonly random: () => number
  /** Called before each try. */
  readonly onTry: () => Promise<void>
}

type Doubt = { readonly kind: 'doubtful' | 'denied'; readonly error: SendError }

/** About 6 seconds in all. */
const TRIES = 6
/** Milliseconds. */
const BASE_DELAY = 200
const MAX_DELAY = 5_000

/**
 * Sends the events of one call and reads the answer entry by entry: what may pass is sent again, what fails for the call
 * it is in is sent alone. Whether a failure is the event's own is told by the others, or by the probe.
 */
export async function sendCall(
  events: readonly ReplayedEvent[],
  options: SendCallOptions,
): Promise<SendOutcome[]> {
  const outcomes = new Map<ReplayedEvent, SendOutcome | Doubt>()
  await attempt(events, outcomes, options)
  const isDoubtful = [...outcomes.values()].some(({ kind }) => kind === 'doubtful')
  const outage = isDoubtful ? await options.target.probe() : undefined
  return events.map((event) => {
    const outcome = outcomes.get(event) ?? { kind: 'doubtful', error: NO_ANSWER }
    if (outcome.kind === 'sent' || outcome.kind === 'failed' || outcome.kind === 'stopped') return outcome
    // A missing permission is mended by a person, who then goes on; no event is given up for it.
    if (outcome.kind === 'denied') return { kind: 'stopped', error: outcome.error }
    return outage === undefined
      ? { kind: 'failed', error: outcome.error }
      : { kind: 'stopped', error: outage }
  })
}

async function attempt(
  events: readonly ReplayedEvent[],
  outcomes: Map<ReplayedEvent, SendOutcome | Doubt>,
  options: SendCallOptions,
): Promise<void> {
  const { target, clock, random, onTry } = options
  let pending = events
  for (let tries = 1; ; tries += 1) {
    await onTry()
    const result = await target.send(pending)
    if (result.kind === 'denied') return settle(pending, outcomes, { kind: 'denied', error: result.error })
    if (result.kind === 'too-large' || result.kind === 'refused') {
      if (pending.length > 1) return oneByOne(pending, outcomes, options)
      const kind = result.kind === 'too-large' ? 'failed' : 'doubtful'
      return settle(pending, outcomes, { kind, error: result.error })
    }
    let error: SendError | undefined
    if (result.kind === 'unavailable') error = result.error
    else {
      const again: ReplayedEvent[] = []
      for (const [index, event] of pending.entries()) {
        const outcome = outcomeOf(result.entries[index])
        outcomes.set(event, outcome.last)
        if (outcome.mayPass) again.push(event)
      }
      pending = again
    }
    if (pending.length === 0) return
    if (tries === TRIES) {
      if (error === undefined) return
      // The call may fail for one entry that is in it; alone, the others pass.
      if (pending.length > 1 && (await target.probe()) === undefined)
        return oneByOne(pending, outcomes, options)
      return settle(pending, outcomes, { kind: 'doubtful', error })
    }
    await clock.sleep(backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random }))
  }
}

async function oneByOne(
  events: readonly ReplayedEvent[],
  outcomes: Map<ReplayedEvent, SendOutcome | Doubt>,
  options: SendCallOptions,
): Promise<void> {
  for (const event of events) await attempt([event], outcomes, options)
}

function settle(
  events: readonly ReplayedEvent[],
  outcomes: Map<ReplayedEvent, SendOutcome | Doubt>,
  outcome: SendOutcome | Doubt,
): void {
  for (const event of events) outcomes.set(event, outcome)
}

const NO_ANSWER: SendError = { code: 'NoAnswer', message: 'The answer has no entry for this event' }

/** What an entry's answer means if it is the last one. */
function outcomeOf(entry: EntryResult | undefined): {
  readonly last: SendOutcome | Doubt
  readonly mayPass: boolean
} {
  switch (entry?.kind) {
    case undefined:
      return { last: { kind: 'doubtful', error: NO_ANSWER }, mayPass: true }
    case 'accepted':
      return { last: { kind: 'sent' }, mayPass: false }
    case 'malformed':
      return { last: { kind: 'failed', error: entry.error }, mayPass: false }
    case 'denied':
      return { last: { kind: 'denied', error: entry.error }, mayPass: false }
    case 'refused':
      return { last: { kind: 'doubtful', error: entry.error }, mayPass: false }
    case 'internal':
    case 'throttled':
      return { last: { kind: 'doubtful', error: entry.error }, mayPass: true }
  }
}
