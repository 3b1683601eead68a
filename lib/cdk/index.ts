export { OUTBOX_INDEX } from './outbox-index.js'
export type { OutboxMetricName } from './outbox-metric.js'
export { TransactionalOutbox } from './transactional-outbox.js'
export type {
  RelayLogLevel,
  RelayProps,
  TableFeatures,
  TransactionalOutboxProps,
} from './transactional-outbox-props.js'
