import { Logger } from '@aws-lambda-powertools/logger'
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { systemClock } from '../lib/clock.js'
import { Redrive } from '../lib/dead-letter/redrive.js'
import { parseRedriveEnvironment } from '../lib/environment.js'
import { flushTelemetry } from '../lib/flush-telemetry.js'
import { PowertoolsSink } from '../lib/powertools-sink.js'
import { documentClient } from '../lib/store/document-client.js'
import { OutboxStore } from '../lib/store/outbox-store.js'

// Wiring only; what happens to a message is told in lib/dead-letter/redrive.ts.
const { name, tableName, keys, ttlAttribute } = parseRedriveEnvironment(process.env)
const logger = new Logger({ serviceName: name })
const telemetry = new PowertoolsSink({ logger, serviceName: name })

// A message that meets a table in trouble comes again by SQS, so a call may give up early.
const requestHandler = { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true }
const dynamodb = documentClient(new DynamoDBClient({ maxAttempts: 2, requestHandler }))

const redrive = new Redrive({
  store: new OutboxStore(dynamodb, { tableName, keys, ttlAttribute }),
  telemetry,
  clock: systemClock,
  random: Math.random,
  tableName,
  keys,
})

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

export const handler: Handler = middy((event: SQSEvent, context: Context) => redrive.handle(event, context))
  // A notice holds an event, which is payload: no environment variable may put it into the log.
  .use(injectLambdaContext(logger, { logEvent: false }))
  .use(flushTelemetry(telemetry))
