/** One invocation of the relay or the sweeper, as the gateway saw it. */
export interface ObservedInvocation {
  /** Places in the run's sequence of begins and ends: what happened before what. */
  readonly begin: number
  readonly end?: number
  readonly killed: boolean
  /** How often EventBridge took each event from this invocation, by event id. */
  readonly accepted: ReadonlyMap<string, number>
  /** Of these, how often the answer never reached the invocation. */
  readonly unanswered: ReadonlyMap<string, number>
  /** Events that it tried to mark as published. */
  readonly markTried: ReadonlySet<string>
  /** Events of which the table took the mark, or said that they have it. */
  readonly marked: ReadonlySet<string>
}

/** What a transaction that DynamoDB took says of an event. */
export interface CommittedEvent {
  /** The text that consumers must get. */
  readonly detail: string
  readonly aggregate: string
  /** Orders the events of an aggregate, as text; absent where there is no order. */
  readonly sequence?: string
}

/** One message in the ledger's queue. */
export interface ObservedArrival {
  readonly eventId: string
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** All that the judgement rests on. Nothing of it is what the outbox says of itself. */
export interface Observations {
  readonly committed: ReadonlyMap<string, CommittedEvent>
  /** In order. */
  readonly arrivals: readonly ObservedArrival[]
  /** When the dead-letter queue first got a notice of each event. Milliseconds since the epoch. */
  readonly notices: ReadonlyMap<string, number>
  /** Events of which a notice lies in the dead-letter queue at the end. */
  readonly inDeadLetterQueue: ReadonlySet<string>
  readonly invocations: readonly ObservedInvocation[]
  /** Kills that hit a call in flight. */
  readonly kills: number
}
