import type {
  PutEventsCommandInput,
  PutEventsCommandOutput,
  PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge'
import { ResourceNotFoundException } from '@aws-sdk/client-eventbridge'
import { HEARTBEAT } from '../../lib/telemetry.js'
import { awsError } from '../destination/event-bridge.js'
import { INVARIANT } from '../model/invariants.js'
import type { Circumstances } from './calls.js'
import type { EventRecord } from './event-record.js'
import { idOf, type Ledger } from './ledger.js'
import type { Answer, Worker } from './worker.js'

/**
 * What is wrong with an event. `callBreaking`: the whole call that has it is refused. `lethal`: the process that sends it
 * ends.
 */
export type Poison = 'malformed' | 'refused' | 'denied' | 'internal' | 'callBreaking' | 'lethal'

export const POISONS: readonly Poison[] = [
  'malformed',
  'refused',
  'malformed',
  'callBreaking',
  'refused',
  'internal',
  'malformed',
  'denied',
  'refused',
  'lethal',
]

const CODES: Readonly<Record<Exclude<Answer, 'accepted'>, string>> = {
  malformed: 'MalformedDetail',
  refused: 'InvalidArgument',
  denied: 'NotAuthorizedForDetailTypeException',
  internal: 'InternalFailure',
  throttled: 'ThrottlingException',
}

/** No sighting of the bus may be older when an event is put into it. Milliseconds. */
const SEEN_FOR = 60_000

/** EventBridge, with what can be wrong with it and with events. */
export class Bus {
  exists = true
  outage: 'none' | 'throttled' | 'down' | 'denied' = 'none'
  readonly poison: Map<string, Poison> = new Map()
  readonly #ledger: Ledger
  readonly #now: () => number

  constructor(ledger: Ledger, now: () => number) {
    this.#ledger = ledger
    this.#now = now
  }

  isLethal({ Entries = [] }: PutEventsCommandInput): boolean {
    return Entries.some((entry) => this.poison.get(idOf(entry)) === 'lethal')
  }

  /** For people. */
  namesOf({ Entries = [] }: PutEventsCommandInput): string {
    return Entries.map((entry) => this.#ledger.ofId(idOf(entry))?.name ?? 'heartbeat').join(' ')
  }

  describe(): object {
    if (!this.exists) throw new ResourceNotFoundException({ message: 'There is no such bus', $metadata: {} })
    return {}
  }

  /** @param seenAt when the caller was last shown the bus */
  put(
    { Entries = [] }: PutEventsCommandInput,
    { worker, bits, isAnswered, isOrphan }: Circumstances,
    seenAt: number,
  ): PutEventsCommandOutput {
    if (this.outage !== 'none') throw outageError(this.outage)
    const events = Entries.map((entry) => this.#ledger.ofId(idOf(entry)))
    const breaks = events.some((event) => event !== undefined && this.poison.get(event.id) === 'callBreaking')
    if (breaks) {
      if (isAnswered && events.length === 1) this.#tell(worker, events[0], 'refused')
      throw awsError('ValidationException', 400, 'Something is wrong')
    }
    const answers = events.map((event, index) => this.#answerTo(event, index, bits))
    this.#noteParts(events, answers)
    const results = Entries.map((entry, index): PutEventsResultEntry => {
      const answer = answers[index] ?? 'internal'
      if (answer !== 'accepted') {
        if (isAnswered) this.#tell(worker, events[index], answer)
        return { ErrorCode: CODES[answer], ErrorMessage: 'Not this one' }
      }
      if (entry.DetailType !== HEARTBEAT.detailType) {
        if (this.exists) this.#ledger.published(worker, entry, isAnswered || isOrphan)
        else if (isAnswered) this.#swallow(worker, events[index], seenAt)
        if (isAnswered) this.#tell(worker, events[index], answer)
      }
      return { EventId: `accepted-${index}` }
    })
    const failed = answers.filter((answer) => answer !== 'accepted').length
    return { FailedEntryCount: failed, Entries: results, $metadata: {} }
  }

  #answerTo(event: EventRecord | undefined, index: number, bits: number): Answer {
    const poison = event === undefined ? undefined : this.poison.get(event.id)
    if (poison !== undefined && poison !== 'callBreaking' && poison !== 'lethal') return poison
    if (((bits >> index) & 1) === 0) return 'accepted'
    return (bits >> 10) % 2 === 0 ? 'throttled' : 'internal'
  }

  #tell(worker: Worker, event: EventRecord | undefined, answer: Answer): void {
    if (event === undefined) return
    this.#ledger.told(worker, event, answer)
    // What can never be delivered stops nobody, even before its row says so.
    if (answer === 'malformed') event.hasLeftRelay = true
  }

  /** What fails while another of its call passes may be passed by its followers. */
  #noteParts(events: readonly (EventRecord | undefined)[], answers: readonly Answer[]): void {
    if (!answers.includes('accepted')) return
    for (const [index, event] of events.entries())
      if (event !== undefined && answers[index] !== 'accepted') event.failedInPart = true
  }

  /** PutEvents to a bus that is not there answers success. */
  #swallow(worker: Worker, event: EventRecord | undefined, seenAt: number): void {
    if (event === undefined) return
    event.swallowed += 1
    this.#ledger.count('swallowed')
    if (this.#now() - seenAt > SEEN_FOR)
      this.#ledger.findings.violate(INVARIANT.busSeen, `${worker.name}: ${event.name}`)
  }
}

function outageError(outage: 'throttled' | 'down' | 'denied'): Error {
  if (outage === 'throttled') return awsError('ThrottlingException', 400, 'Rate exceeded.')
  if (outage === 'denied') return awsError('AccessDeniedException', 400, 'Not allowed')
  return awsError('InternalException', 500, 'Service Unavailable')
}
