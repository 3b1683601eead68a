import type {
  EntryResult,
  EventDestination,
  OutgoingEvent,
  SendError,
  SendResult,
} from '../../lib/destination/event-destination.js'
import { entryBytes } from '../../lib/event/entry-bytes.js'
import type { FakeClock } from './fake-clock.js'

type FailedEntry = Exclude<EntryResult, { kind: 'accepted' }>

export const ACCEPTED: EntryResult = { kind: 'accepted' }
export const THROTTLED: FailedEntry = {
  kind: 'throttled',
  error: { code: 'ThrottlingException', message: 'Rate exceeded.' },
}
export const INTERNAL: FailedEntry = {
  kind: 'internal',
  error: { code: 'InternalFailure', message: 'Try again' },
}
export const REFUSED: FailedEntry = {
  kind: 'refused',
  error: { code: 'InvalidArgument', message: 'Not this one' },
}
export const MALFORMED: FailedEntry = {
  kind: 'malformed',
  error: { code: 'MalformedDetail', message: 'Detail is malformed.' },
}
export const UNAVAILABLE: SendResult = {
  kind: 'unavailable',
  error: { code: 'InternalException', message: 'Service Unavailable' },
}
export const CALL_REFUSED: SendResult = {
  kind: 'refused',
  error: { code: 'ValidationException', message: 'Something is wrong' },
}
export const TOO_LARGE: SendResult = {
  kind: 'too-large',
  error: { code: 'ValidationException', message: 'Total size of the entries is over the limit' },
}
export const DENIED: SendError = { code: 'AccessDeniedException', message: 'No' }

export interface Script {
  /** The answer to a call; `tries` counts, for each event, how often it was sent before this call. */
  readonly answer: (events: readonly OutgoingEvent[], tries: (event: OutgoingEvent) => number) => SendResult
  /** The answer to the heartbeat. */
  readonly probe?: () => SendError | undefined
  readonly maxBytes?: number
  /** How long each call lasts. Milliseconds. */
  readonly lasts?: number
}

/** Answers as the script says, and writes down what was asked of it and when. */
export class ScriptedDestination implements EventDestination {
  readonly maxEntries = 10
  readonly maxBytes: number
  readonly calls: (readonly OutgoingEvent[])[] = []
  /** When calls and probes ended. Milliseconds since the epoch. */
  readonly endedAt: number[] = []
  readonly accepted: OutgoingEvent[] = []
  probes = 0
  readonly #script: Script
  readonly #clock: FakeClock
  readonly #sent = new Map<OutgoingEvent, number>()

  constructor(clock: FakeClock, script: Script) {
    this.#clock = clock
    this.#script = script
    this.maxBytes = script.maxBytes ?? 1_000_000
  }

  readonly bytesOf = (event: OutgoingEvent): number => entryBytes(event)

  readonly send = async (events: readonly OutgoingEvent[]): Promise<SendResult> => {
    this.calls.push(events)
    const result = this.#script.answer(events, (event) => this.#sent.get(event) ?? 0)
    for (const event of events) this.#sent.set(event, (this.#sent.get(event) ?? 0) + 1)
    // Let other lanes run in between.
    await Promise.resolve()
    this.#took()
    if (result.kind === 'answered')
      for (const [index, event] of events.entries())
        if (result.entries[index]?.kind === 'accepted') this.accepted.push(event)
    return result
  }

  readonly probe = async (): Promise<SendError | undefined> => {
    this.probes += 1
    this.#took()
    return this.#script.probe?.()
  }

  #took(): void {
    this.#clock.advance(this.#script.lasts ?? 10)
    this.endedAt.push(this.#clock.now())
  }
}

export function answered(entries: readonly EntryResult[]): SendResult {
  return { kind: 'answered', entries }
}

/** Answers each entry by itself. */
export function each(entry: (event: OutgoingEvent, tries: number) => EntryResult): Script['answer'] {
  return (events, tries) => answered(events.map((event) => entry(event, tries(event))))
}
