/** Every metric, dimension and log key by its name, and the heartbeat: functions emit them, constructs watch them. */

export const METRICS_NAMESPACE = 'ServerlessOutbox'

/** The one dimension of every metric; its value is the outbox's name. Powertools calls it so. */
export const METRICS_DIMENSION = 'service'

/** Beside it, where types of events are counted by themselves: EventBridge's `detail-type`. */
export const EVENT_TYPE_DIMENSION = 'eventType'

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
  /**
   * Deliveries of events that EventBridge refuses to this outbox for a missing permission or a wrong setting while
   * others pass: a person must repair that. They are tried again and again, and never given up.
   */
  denied: 'EventsDenied',
  /** Events that failed by themselves for too long: now DEAD. */
  givenUp: 'EventsGivenUp',
  /** Events handed over to the sweeper. */
  handedOver: 'EventsHandedOver',
  /** Accepted events whose row could not be marked: each may be published once more. */
  markFailed: 'MarksFailed',
  /** Times that relay or sweeper met the destination or the table out of order; a sweep may count several. */
  outage: 'Outages',
  /** Stream records whose row was gone at the look-up. */
  vanished: 'RowsVanished',
  /** Stream records and due rows that nobody can act on: no outbox row, or one that was edited. */
  unreadable: 'RecordsUnreadable',
  /** Dead letters whose notice could not be sent yet. */
  noticeOwed: 'NoticesOwed',
  /** Events that the sweeper took up because the relay, which should have had them, had not delivered them by then. */
  rescued: 'EventsRescued',
  /** Events that the sweeper could not deliver and will try again. */
  backedOff: 'EventsBackedOff',
  /** Events that a sweep claimed three times without an outcome: handled last and alone. */
  suspected: 'EventsSuspected',
  /** Sweeps that left something undone: no time, or an error. */
  sweepIncomplete: 'SweepsIncomplete',
  /** Level: seconds since the oldest event that waits for delivery was written; 0 when none does. */
  oldestPendingAge: 'OldestPendingAge',
  /** Level: events that wait for delivery, without those scheduled for later. */
  pending: 'EventsPending',
  /** Level: events scheduled for later. */
  scheduled: 'EventsScheduled',
  /** Level: dead letters in the table. */
  dead: 'DeadLetters',
  /** Level: dead letters whose notice is not in the queue. */
  noticesWaiting: 'NoticesWaiting',
  /** Published events that are in the archive, and leave the table. */
  archived: 'EventsArchived',
  /** Level: seconds since the first of the rows that wait for the archive was to go there; 0 when none does. */
  archiveDelay: 'ArchiveDelay',
  /** Dead letters that a person sent again. */
  redriven: 'EventsRedriven',
  /** Redrive messages that found nothing to do: the row is gone, published, or redriven already. */
  redriveSettled: 'RedrivesSettled',
  /** Redrive messages that cannot be read, or that are for another table. */
  redriveRefused: 'RedrivesRefused',
  /** Redrive messages that could not be carried out yet. */
  redriveFailed: 'RedrivesFailed',
} as const

export type MetricByEventType = (typeof METRIC)['published' | 'publishLatency' | 'rejected' | 'givenUp']

/** What is told by type of events as well, of the types that were named. */
export const METRICS_BY_EVENT_TYPE: readonly MetricByEventType[] = [
  METRIC.published,
  METRIC.publishLatency,
  METRIC.rejected,
  METRIC.givenUp,
]

/** What a consumer emits, under its own name as the dimension. Counts. */
export const CONSUMER_METRIC = {
  /** Events that were handled, each once. */
  handled: 'EventsHandled',
  /** Deliveries of events that were handled before: nothing was done. */
  duplicate: 'DuplicatesSkipped',
  /** Events before which the consumer has not seen all of their aggregate. */
  gap: 'GapsSeen',
  /** Events that came after a later one of their aggregate. */
  late: 'EventsLate',
  /** Times that an early event was left in the queue until what is missing comes. */
  held: 'EventsHeld',
  /** Events whose missing predecessors did not come in time: in the dead-letter queue. */
  gapNotFilled: 'GapsNotFilled',
  /** Events of types that the consumer does not know, and replays that it does not want. */
  ignored: 'EventsIgnored',
  /** Messages that failed: they come again. */
  failed: 'MessagesFailed',
} as const

/**
 * The event that proves that the bus takes events from us; `detail.outbox` is the outbox's name. No consumer needs a
 * rule for it, but whoever watches has one.
 */
export const HEARTBEAT = { source: 'serverless-outbox', detailType: 'Outbox Heartbeat' } as const

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
  /** How many rows are concerned. */
  'rows',
  /** Which part of a sweep is concerned. */
  'phase',
  /** Of the stream record concerned. */
  'sequenceNumber',
  /** Of the SQS message concerned. */
  'messageId',
] as const
