import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { systemClock } from '../lib/clock.js'
import { DeadLetterQueue } from '../lib/dead-letter/dead-letter-queue.js'
import { Delivery } from '../lib/delivery/delivery.js'
import { EventBridgeDestination } from '../lib/destination/event-bridge-destination.js'
import { parseRelayEnvironment } from '../lib/environment.js'
import { flushTelemetry } from '../lib/flush-telemetry.js'
import { PowertoolsSink } from '../lib/powertools-sink.js'
import { Relay } from '../lib/relay/relay.js'
import { documentClient } from '../lib/store/document-client.js'
import { OutboxStore } from '../lib/store/outbox-store.js'

// Wiring only; what happens to a batch is told in lib/relay/relay.ts.
const environment = parseRelayEnvironment(process.env)
const {
  name,
  tableName,
  keys,
  ttlAttribute,
  eventBusArn,
  deadLetterQueueUrl,
  retentionSeconds,
  strictOrder,
  backoffBaseSeconds,
  backoffCapSeconds,
  archiveBucket,
} = environment
const logger = new Logger({ serviceName: name })
const telemetry = new PowertoolsSink({
  logger,
  serviceName: name,
  eventTypes: environment.metricsByEventType,
})

const callTimeout = 5_000
const clock = systemClock
const random = Math.random
const connectionTimeout = 1_000
const eventBridge = new EventBridgeClient({ maxAttempts: 1, requestHandler: { connectionTimeout } })
const destination = new EventBridgeDestination({ client: eventBridge, eventBusArn, name, callTimeout, clock })
// Two tries must fit into what relayTimes keeps free at the end of an invocation.
const beside = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout, requestTimeout: 2_000, throwOnRequestTimeout: true },
}
const dynamodb = documentClient(new DynamoDBClient(beside))

const relay = new Relay({
  store: new OutboxStore(dynamodb, { tableName, keys, ttlAttribute }),
  delivery: new Delivery({ destination, clock, random, strictOrder, callTimeout }),
  deadLetterQueue: new DeadLetterQueue({ client: new SQSClient(beside), queueUrl: deadLetterQueueUrl }),
  telemetry,
  clock,
  random,
  tableName,
  keys,
  retentionSeconds,
  isArchived: archiveBucket !== undefined,
  backoff: { base: backoffBaseSeconds * 1_000, cap: backoffCapSeconds * 1_000 },
})

type Handler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>

export const handler: Handler = middy((event: DynamoDBStreamEvent, context: Context) =>
  relay.handle(event, context),
)
  // Events are payload: no environment variable may put them into the log.
  .use(injectLambdaContext(logger, { logEvent: false }))
  .use(flushTelemetry(telemetry))
