export { type DeliveredAs, type EventBridgeEvent, eventBridgeEvent } from './eventbridge-event.js'
export { type LocalCloudFixtures, localCloudTest } from './local-cloud-test.js'
export { type RecordedEvent, type RecordedOutbox, type RecordedWrite, recordOutbox } from './record-outbox.js'
export { type SqsEventOptions, sqsEvent } from './sqs-event.js'
