import { randomUUID } from 'node:crypto'
import { detailText } from '../event/detail.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { REPLAY_MARK } from '../event/replay-mark.js'

export interface DeliveredAs {
  /** From 0, among the events that the transaction held for this aggregate. @default 0 */
  readonly eventIndex?: number
  /** @default 1 */
  readonly eventCount?: number
  /** @default - that of the event, or its id */
  readonly correlationId?: string
  /** EventBridge's `source`. @default 'test' */
  readonly source?: string
  /** It was delivered before and comes again on purpose. @default false */
  readonly isReplay?: boolean
}

/** EventBridge's envelope around an event of an outbox. */
export interface EventBridgeEvent {
  readonly version: '0'
  readonly id: string
  readonly 'detail-type': string
  readonly source: string
  readonly account: string
  readonly time: string
  readonly region: string
  readonly resources: readonly string[]
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * What a function gets that EventBridge invokes with an event, for unit tests of consumers:
 *
 *     await handler(eventBridgeEvent(orderPaid.create({ aggregateId: 'o-1', data })))
 *
 * The envelope's `id` is another one at each call, as it is at each delivery.
 * https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html
 */
export function eventBridgeEvent(event: OutboxEvent, as: DeliveredAs = {}): EventBridgeEvent {
  const { eventIndex = 0, eventCount = 1, source = 'test', isReplay = false } = as
  const correlationId = as.correlationId ?? event.correlationId ?? event.eventId
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': event.eventType,
    source,
    account: '111122223333',
    time: `${event.occurredAt.slice(0, 19)}Z`,
    region: 'us-east-1',
    resources: isReplay ? [REPLAY_MARK] : [],
    detail: JSON.parse(detailText(event, { eventIndex, eventCount }, correlationId)),
  }
}
