import type { IEventBus } from 'aws-cdk-lib/aws-events'

/** Where events come from: a `TransactionalOutbox` is one. */
export interface EventOrigin {
  readonly eventBus: IEventBus
  /** EventBridge's `source` of every event. */
  readonly source: string
}
