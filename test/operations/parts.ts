/** Which headings of the page are walked together, in one local cloud. */
export const DELIVERY = [
  'Not sure? Start here',
  'oldest-pending-age',
  'no-heartbeat',
  'iterator-age',
  'relay-errors',
  'relay-failures',
  'handed-over',
  'outage',
  'denied',
  'rescued',
] as const

export const SWEEPS = [
  'sweeper-errors',
  'sweeps-incomplete',
  'records-unreadable',
  'archive-delay',
  'table-throttles',
  'index-throttles',
] as const

export const DEAD_LETTERS = [
  'dead-letters',
  'notices-waiting',
  'redrive-errors',
  'redrives-failed',
  'redrives-refused',
  'consumer-dead-letters',
  'consumer-undelivered',
] as const

export const PROCEDURES = [
  'Pause and resume delivery',
  'Drain after an outage',
  'Redrive many dead letters',
  'Replay delivered events to one consumer',
  'Restore from a backup',
  'Take over the rows of a lost Region',
  'Upgrade and roll back',
  'Remove an outbox',
] as const
