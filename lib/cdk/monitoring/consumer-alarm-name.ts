/** Each has its paragraph in docs/operations.md, after those of the outbox. */
export type ConsumerAlarmName = 'consumerDeadLetters' | 'consumerUndelivered'
