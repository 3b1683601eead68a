import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Archive } from '../lib/archive/archive.js'
import { systemClock } from '../lib/clock.js'
import { DeadLetterQueue } from '../lib/dead-letter/dead-letter-queue.js'
import { Delivery } from '../lib/delivery/delivery.js'
import { EventBridgeDestination } from '../lib/destination/event-bridge-destination.js'
import { parseSweeperEnvironment, type SweeperEnvironment } from '../lib/environment.js'
import { flushTelemetry } from '../lib/flush-telemetry.js'
import { clientRegion } from '../lib/outbox/client-region.js'
import { PowertoolsSink } from '../lib/powertools-sink.js'
import { documentClient } from '../lib/store/document-client.js'
import { OutboxStore } from '../lib/store/outbox-store.js'
import { OwnerIndex } from '../lib/store/owner-index.js'
import { LambdaRelayMapping } from '../lib/sweeper/relay-mapping.js'
import { Sweeper } from '../lib/sweeper/sweeper.js'

// Wiring only; what a sweep does is told in lib/sweeper/sweeper.ts.
const environment = parseSweeperEnvironment(process.env)
const { name, eventBusArn, strictOrder } = environment
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
// Two tries must fit into what sweepTimes keeps free at the end of each part.
const beside = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout, requestTimeout: 2_000, throwOnRequestTimeout: true },
}
const dynamodb = new DynamoDBClient(beside)
const documents = documentClient(dynamodb)

const sweeper = new Sweeper({
  store: new OutboxStore(documents, environment),
  index: new OwnerIndex(documents, environment),
  delivery: new Delivery({ destination, clock, random, strictOrder, callTimeout, followers: 'sent' }),
  destination,
  deadLetterQueue: new DeadLetterQueue({
    client: new SQSClient(beside),
    queueUrl: environment.deadLetterQueueUrl,
  }),
  mapping: new LambdaRelayMapping({
    client: new LambdaClient(beside),
    mappingId: environment.relayMappingId,
  }),
  telemetry,
  clock,
  random,
  tableName: environment.tableName,
  region: await clientRegion(dynamodb.config),
  retentionSeconds: environment.retentionSeconds,
  archive: await archiveOf(environment),
  grace: environment.graceSeconds * 1_000,
  relayTimeout: environment.relayTimeoutSeconds * 1_000,
  lease: environment.leaseSeconds * 1_000,
  giveUpAfter: environment.giveUpAfterSeconds * 1_000,
  backoff: { base: environment.backoffBaseSeconds * 1_000, cap: environment.backoffCapSeconds * 1_000 },
  maxPublishRate: environment.maxPublishRate,
})

/** Loaded only where there is an archive: its client would slow down every other start. */
async function archiveOf({
  archiveBucket: bucketName,
  archiveBucketOwner: bucketOwner,
}: SweeperEnvironment): Promise<Archive | undefined> {
  if (bucketName === undefined || bucketOwner === undefined) return undefined
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { S3Archive } = await import('../lib/archive/s3-archive.js')
  // One try: the next sweep repeats it. Within what the archiver gives a write.
  const client = new S3Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout, requestTimeout: 4_000, throwOnRequestTimeout: true },
  })
  return new S3Archive({ client, bucketName, bucketOwner, outboxName: name })
}

type Handler = (event: unknown, context: Context) => Promise<void>

export const handler: Handler = middy((_event: unknown, context: Context) => sweeper.sweep(context))
  .use(injectLambdaContext(logger, { logEvent: false }))
  .use(flushTelemetry(telemetry))
