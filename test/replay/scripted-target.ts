import type { EntryResult, SendError, SendResult } from '../../lib/destination/event-destination.js'
import type { ReplayTarget } from '../../lib/replay/replay-target.js'
import type { ReplayedEvent } from '../../lib/replay/replayed-event.js'

export interface TargetScript {
  /** The answer to a call; `tries` counts the calls before. @default - everything is accepted */
  readonly answer?: (events: readonly ReplayedEvent[], tries: number) => SendResult
  readonly probe?: () => SendError | undefined
  readonly maxEntries?: number
  readonly maxBytes?: number
  readonly mayJoin?: ReplayTarget['mayJoin']
  /** @default true */
  readonly mayDenyOne?: boolean
}

/** Answers as the script says, and writes down what was asked of it. */
export class ScriptedTarget implements ReplayTarget {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly calls: string[][] = []
  readonly accepted: string[] = []
  readonly mayDenyOne: boolean
  probes = 0
  readonly #script: TargetScript

  constructor(script: TargetScript = {}) {
    this.#script = script
    this.maxEntries = script.maxEntries ?? 10
    this.maxBytes = script.maxBytes ?? 1_000_000
    this.mayDenyOne = script.mayDenyOne ?? true
  }

  readonly bytesOf = ({ detail }: ReplayedEvent): number => detail.length

  readonly mayJoin: ReplayTarget['mayJoin'] = (event, call) => this.#script.mayJoin?.(event, call) ?? true

  readonly send = async (events: readonly ReplayedEvent[]): Promise<SendResult> => {
    const result =
      this.#script.answer?.(events, this.calls.length) ?? each(() => ({ kind: 'accepted' }))(events)
    this.calls.push(events.map(({ eventId }) => eventId))
    if (result.kind === 'answered')
      for (const [index, { eventId }] of events.entries())
        if (result.entries[index]?.kind === 'accepted') this.accepted.push(eventId)
    return result
  }

  readonly probe = async (): Promise<SendError | undefined> => {
    this.probes += 1
    return this.#script.probe?.()
  }
}

/** Answers each entry by itself. */
export function each(
  entry: (event: ReplayedEvent) => EntryResult,
): (events: readonly ReplayedEvent[]) => SendResult {
  return (events) => ({ kind: 'answered', entries: events.map(entry) })
}
