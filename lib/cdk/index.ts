export type { MetricByEventType } from '../telemetry.js'
export type {
  AllEventsProps,
  ConsumerProps,
  FifoQueueProps,
  HeldEventsProps,
  SelectedEventsProps,
  StandardQueueProps,
  TypedEvent,
} from './consumer/consumer-props.js'
export type { ContentFilter } from './consumer/content-filter.js'
export type { EventOrigin } from './consumer/event-origin.js'
export type { FilterProps } from './consumer/filter-props.js'
export type { HoldProps } from './consumer/hold-props.js'
export type {
  InboxProps,
  InboxTableFeatures,
  OwnInboxProps,
  SharedInboxProps,
} from './consumer/inbox-props.js'
export { OutboxConsumer } from './consumer/outbox-consumer.js'
export type { AddConsumerProps, OutboxConsumerProps } from './consumer/outbox-consumer-props.js'
export type { EventArchiveProps } from './event-archive-props.js'
export type { FunctionLogLevel, FunctionProps } from './function-props.js'
export type { ConsumerAlarmName } from './monitoring/consumer-alarm-name.js'
export type { MonitoredConsumer } from './monitoring/monitored-consumer.js'
export type { MonitoredOutbox } from './monitoring/monitored-outbox.js'
export type { MonitoringProps, OutboxMonitoringProps } from './monitoring/monitoring-props.js'
export type { OutboxAlarmName } from './monitoring/outbox-alarm-name.js'
export type { OutboxAlarms } from './monitoring/outbox-alarms.js'
export { OutboxMonitoring } from './monitoring/outbox-monitoring.js'
export { OUTBOX_INDEX } from './outbox-index.js'
export type { OutboxMetricName } from './outbox-metric.js'
export type { RelayProps } from './relay-props.js'
export type { RetryProps } from './retry-props.js'
export type { SweeperProps } from './sweeper-props.js'
export { TransactionalOutbox } from './transactional-outbox.js'
export type { TableFeatures, TransactionalOutboxProps } from './transactional-outbox-props.js'
