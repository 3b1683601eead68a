import type { ArchivedEvent } from '../archive/archived-event.js'

/** A delivered event that is to be sent again: what EventBridge got, and whose event it is. */
export type ReplayedEvent = Pick<
  ArchivedEvent,
  | 'eventId'
  | 'eventType'
  | 'source'
  | 'aggregateType'
  | 'aggregateId'
  | 'occurredAt'
  | 'detail'
  | 'traceHeader'
>
