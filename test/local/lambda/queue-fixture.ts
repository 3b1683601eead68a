import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs'
import { type FauxqsServer, interceptLocalhostDns, startFauxqs } from 'fauxqs'
import { type Clock, systemClock } from '../../../lib/local/clock.js'
import type { EventSourceMapping } from '../../../lib/local/lambda/event-source-mapping/event-source-mapping.js'
import { mappingSettings } from '../../../lib/local/lambda/event-source-mapping/mapping-settings.js'
import { startQueueMapping } from '../../../lib/local/lambda/event-source-mapping/queue/start-queue-mapping.js'
import { FunctionRegistry } from '../../../lib/local/lambda/function/function-registry.js'
import { createFunction, type FunctionFixture } from './function-fixture.js'

export const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:orders'

export interface QueueFixture extends FunctionFixture {
  readonly server: FauxqsServer
  readonly mapping: EventSourceMapping
  readonly warnings: string[]
  readonly send: (...messages: readonly Omit<SendMessageBatchRequestEntry, 'Id'>[]) => Promise<void>
  /** Bodies of the messages that a receiver would get now, and of those that somebody holds. */
  readonly inQueue: () => { readonly ready: readonly string[]; readonly held: readonly string[] }
}

export interface QueueFixtureOptions {
  /** The function's `index.mjs`. */
  readonly source: string
  readonly functionProperties?: Readonly<Record<string, unknown>>
  readonly mappingProperties?: Readonly<Record<string, unknown>>
  readonly queueAttributes?: Readonly<Record<string, string>>
  /** @default 'orders' */
  readonly queueName?: string
  /** Of the mapping; the function has the system's. */
  readonly clock?: Clock
}

/** The emulator's queues have URLs below `localhost`. */
interceptLocalhostDns()

/** A function, a queue in an SQS emulator, and the mapping between them. */
export async function startQueueFixture(options: QueueFixtureOptions): Promise<QueueFixture> {
  const { queueName = 'orders' } = options
  const server = await startFauxqs({ port: 0, logger: false })
  server.createQueue(queueName, { attributes: { VisibilityTimeout: '30', ...options.queueAttributes } })
  const lambda = await createFunction({
    files: { 'index.mjs': options.source },
    properties: { Timeout: 20, ...options.functionProperties },
  })
  const functions = new FunctionRegistry()
  functions.add(lambda.lambda)
  const warnings: string[] = []
  const endpoint = `http://sqs.us-east-1.localhost:${server.port}`
  const credentials = { accessKeyId: 'AKIALAMBDA', secretAccessKey: 'not-a-secret' }
  const sqs = new SQSClient({ region: 'us-east-1', endpoint, credentials })
  const end = async (mapping?: EventSourceMapping): Promise<void> => {
    await lambda.lambda.kill()
    await mapping?.disable()
    sqs.destroy()
    await lambda.end()
    await server.stop()
  }
  try {
    const mapping = await startQueueMapping(
      mappingSettings({
        EventSourceArn: `arn:aws:sqs:us-east-1:000000000000:${queueName}`,
        FunctionName: 'subject',
        ...options.mappingProperties,
      }),
      {
        clock: options.clock ?? systemClock,
        functions,
        local: {
          region: 'us-east-1',
          accountId: '000000000000',
          endpoint,
          credentialsOf: () => credentials,
          functions: { invoke: () => Promise.reject(new Error('a mapping uses the registry')) },
          spies: {
            recordCall: () => {},
            recordEvent: () => {},
            recordLogLine: () => {},
            warn: (warning) => warnings.push(warning),
          },
        },
      },
    )
    return {
      ...lambda,
      server,
      mapping,
      warnings,
      send: async (...messages) => {
        await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: `${endpoint}/000000000000/${queueName}`,
            Entries: messages.map((message, index) => ({ ...message, Id: String(index) })),
          }),
        )
      },
      inQueue: () => {
        const { ready = [], inflight = [] } = server.inspectQueue(queueName)?.messages ?? {}
        return { ready: ready.map(({ body }) => body), held: inflight.map(({ message }) => message.body) }
      },
      end: () => end(mapping),
    }
  } catch (error) {
    await end()
    throw error
  }
}
