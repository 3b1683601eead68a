import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { type AwsClientStub, mockClient } from 'aws-sdk-client-mock'
import { EventBridgeDestination } from '../../lib/destination/event-bridge-destination.js'
import type { OutgoingEvent } from '../../lib/destination/event-destination.js'
import { FakeClock } from '../delivery/fake-clock.js'

export const BUS = 'arn:aws:events:eu-west-1:111122223333:event-bus/shop'
export const CALL_TIMEOUT = 5_000

export const EVENT: OutgoingEvent = {
  source: 'shop',
  type: 'OrderPlaced',
  detail: '{"metadata":{},  "data":{"name":"Ærø \\u00e9 \u{1F600}"}}',
  time: '2026-03-01T11:59:59.123Z',
  traceHeader: 'Root=1-67f2a4b1-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1',
}

export interface EventBridgeFixture {
  readonly destination: EventBridgeDestination
  readonly client: AwsClientStub<EventBridgeClient>
  readonly clock: FakeClock
}

/** A destination whose client answers as the test says; nothing is sent. */
export function eventBridge(): EventBridgeFixture {
  const clock = new FakeClock()
  const real = new EventBridgeClient({ region: 'eu-west-1' })
  const client = mockClient(real)
  const destination = new EventBridgeDestination({
    client: real,
    eventBusArn: BUS,
    name: 'shop-outbox',
    callTimeout: CALL_TIMEOUT,
    clock,
  })
  return { destination, client, clock }
}

export function awsError(name: string, httpStatusCode: number, message = 'Because'): Error {
  const error = new Error(message)
  error.name = name
  return Object.assign(error, { $metadata: { httpStatusCode } })
}
