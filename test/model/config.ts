import type { Transition } from '../../lib/store/transition.js'
import { TRANSITIONS, type TransitionName } from '../../lib/store/transitions.js'
import { PROTOCOL, type Protocol } from './protocol.js'

/** What may go wrong; each occurrence costs one of the run's `faults`. */
export type Fault =
  | 'relayCrash'
  | 'sweeperCrash'
  /** EventBridge accepts a call, its answer gets lost. */
  | 'answerLost'
  | 'outage'
  | 'throttled'
  | 'recordFails'
  | 'isolated'
  | 'rejected'
  | 'markFails'
  /** Any other write to the table fails, or a claim's answer gets lost. */
  | 'tableFails'
  /** A write is made, but its answer gets lost, and that of the read that asks for it, too. */
  | 'tableAnswerLost'
  | 'queueFails'
  | 'leaseLapses'
  /** The mapping gives a record up, by age or attempts. */
  | 'mappingGivesUp'
  | 'mappingDisabled'
  | 'mappingUpdating'
  | 'busDeleted'
  | 'archiveOff'
  /** SQS delivers a message twice. */
  | 'messageTwice'

/** `bad` is always rejected, `poison` always fails while others pass. */
export type EventKind = 'good' | 'bad' | 'poison'

export interface ModelEvent {
  readonly aggregate: number
  readonly kind: EventKind
  readonly scheduled?: true
}

export interface ModelConfig {
  readonly events: readonly ModelEvent[]
  /** Events committed together, in this order. */
  readonly transactions: readonly (readonly number[])[]
  /** The order of the records in the stream. */
  readonly log: readonly number[]
  readonly relays: number
  readonly sweepers: number
  readonly faults: number
  readonly kinds: readonly Fault[]
  readonly redrives: number
  readonly archive: boolean
  /** Published rows are deleted in the end. Without it they stay, which keeps runs small. */
  readonly ttl: boolean
  readonly protocol: Protocol
  readonly transitions: Readonly<Record<TransitionName, Transition>>
  /** Whether duplicates may also come from two workers that hold an event at once. */
  readonly overlapsAllowed: boolean
}

export type Settings = Partial<Omit<ModelConfig, 'protocol'>> & { readonly protocol?: Partial<Protocol> }

const GOOD: ModelEvent = { aggregate: 0, kind: 'good' }
export const ONE_EVENT = { events: [GOOD], transactions: [[0]], log: [0] } as const satisfies Settings
export const TWO_EVENTS = {
  events: [GOOD, GOOD],
  transactions: [[0], [1]],
  log: [0, 1],
} as const satisfies Settings

/** One relay, one sweeper, no faults, the code's transitions and the protocol as it is meant. */
export function modelConfig({ protocol, ...settings }: Settings): ModelConfig {
  return {
    ...ONE_EVENT,
    relays: 1,
    sweepers: 1,
    faults: 0,
    kinds: [],
    redrives: 0,
    archive: false,
    ttl: false,
    transitions: TRANSITIONS,
    overlapsAllowed: true,
    ...settings,
    protocol: { ...PROTOCOL, ...protocol },
  }
}
