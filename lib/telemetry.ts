/** Every metric, dimension and log key by its name: functions emit them, constructs watch them. */

export const METRICS_NAMESPACE = 'ServerlessOutbox'

/** The one dimension of every metric; its value is the outbox's name. Powertools calls it so. */
export const METRICS_DIMENSION = 'service'

/** Counts unless the comment says another unit. */
export const METRIC = {
  /** Events that EventBridge accepted and whose row says so. */
  published: 'EventsPublished',
  /** Milliseconds from the event's `occurredAt` to PUBLISHED. */
  publishLatency: 'PublishLatency',
  /** Entries sent again within a call's retry budget. */
  retried: 'EntriesRetried',
  /** Events that can never be delivered: now DEAD. */
  rejected: 'EventsRejected',
  /** Events handed over to the sweeper. */
  handedOver: 'EventsHandedOver',
  /** Accepted events whose row could not be marked: each may be published once more. */
  markFailed: 'MarksFailed',
  /** Invocations that met an outage of the destination or of the table. */
  outage: 'Outages',
  /** Stream records whose row was gone at the look-up. */
  vanished: 'RowsVanished',
  /** Stream records that are no outbox rows although the filter let them through. */
  unreadable: 'RecordsUnreadable',
  /** Dead letters whose notice could not be sent yet. */
  noticeOwed: 'NoticesOwed',
} as const

/** The keys of a log line beside its message. No value is ever a payload or a context value. */
export const LOG_KEYS = [
  'eventId',
  'eventType',
  'aggregateType',
  'aggregateId',
  /** How an event's delivery ended. */
  'outcome',
  'errorCode',
  /** How many stream records are concerned. */
  'records',
  /** Of the stream record concerned. */
  'sequenceNumber',
] as const
