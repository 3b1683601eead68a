import {
  CreateQueueCommand,
  DeleteQueueCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs'
import type { QueueStatistics } from '../../../lib/local/fauxqs/worker-message.js'
import type { EventSourceMapping } from '../../../lib/local/lambda/event-source-mapping/event-source-mapping.js'
import { mappingSettings } from '../../../lib/local/lambda/event-source-mapping/mapping-settings.js'
import { startQueueMapping } from '../../../lib/local/lambda/event-source-mapping/queue/start-queue-mapping.js'
import { FunctionRegistry } from '../../../lib/local/lambda/function/function-registry.js'
import type { MetricDatum } from '../../../lib/local/spy-log.js'
import type { StreamBells } from '../../../lib/local/streams/stream-registry.js'
import { type QueueWorld, startQueueWorld } from '../sqs/queue-world.js'
import { createFunction, type FunctionFixture } from './function-fixture.js'

export interface QueueFixture extends Omit<FunctionFixture, 'clock'>, QueueWorld {
  readonly mapping: EventSourceMapping
  /** Of the mapping. */
  readonly metrics: readonly MetricDatum[]
  readonly send: (...messages: readonly Omit<SendMessageBatchRequestEntry, 'Id'>[]) => Promise<void>
  /** Bodies of the messages that a receiver gets now, and of those that it gets later: somebody held them. */
  readonly inQueue: () => Promise<{ readonly ready: readonly string[]; readonly held: readonly string[] }>
  readonly counts: () => Promise<QueueStatistics | undefined>
  readonly createQueue: () => Promise<void>
  readonly deleteQueue: () => Promise<void>
}

export interface QueueFixtureOptions {
  /** The function's `index.mjs`. */
  readonly source: string
  readonly functionProperties?: Readonly<Record<string, unknown>>
  readonly mappingProperties?: Readonly<Record<string, unknown>>
  readonly queueAttributes?: Readonly<Record<string, string>>
  /** @default 'orders' */
  readonly queueName?: string
}

/** Long enough for every message that the function may hold to be visible again. */
const LATER = '10m'

/** A function, a queue, and the mapping between them, on one clock. */
export async function startQueueFixture(options: QueueFixtureOptions): Promise<QueueFixture> {
  const { queueName = 'orders' } = options
  const subject = await createFunction({
    files: { 'index.mjs': options.source },
    properties: { Timeout: 20, ...options.functionProperties },
  })
  const world = await startQueueWorld(subject)
  const { sqs, clock, environment } = world
  const functions = new FunctionRegistry()
  functions.add(subject.lambda)
  const metrics: MetricDatum[] = []
  const spies = { ...environment.spies, recordMetric: (datum: MetricDatum) => void metrics.push(datum) }
  const QueueUrl = `${environment.endpoint}/${environment.accountId}/${queueName}`
  const createQueue = async (): Promise<void> => {
    const Attributes = { VisibilityTimeout: '30', ...options.queueAttributes }
    await sqs.send(new CreateQueueCommand({ QueueName: queueName, Attributes }))
  }
  const receiveAll = async (): Promise<string[]> => {
    const bodies: string[] = []
    for (;;) {
      const { Messages: messages = [] }: { readonly Messages?: Message[] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3600 }),
      )
      if (messages.length === 0) return bodies
      bodies.push(...messages.map(({ Body }) => Body ?? ''))
    }
  }
  const end = async (mapping?: EventSourceMapping): Promise<void> => {
    await subject.lambda.kill()
    await mapping?.disable()
    await subject.end()
  }
  try {
    await createQueue()
    const mapping = await startQueueMapping(
      mappingSettings({
        EventSourceArn: world.arnOf(queueName),
        FunctionName: 'subject',
        ...options.mappingProperties,
      }),
      { clock, functions, local: { ...environment, spies }, streams: NO_STREAMS, redelivery: 0 },
    )
    return {
      ...subject,
      ...world,
      mapping,
      metrics,
      createQueue,
      deleteQueue: async () => {
        await sqs.send(new DeleteQueueCommand({ QueueUrl }))
      },
      send: async (...messages) => {
        const Entries = messages.map((message, index) => ({ ...message, Id: String(index) }))
        await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
      },
      inQueue: async () => {
        const ready = await receiveAll()
        await clock.advance(LATER)
        return { ready, held: await receiveAll() }
      },
      counts: async () =>
        (await world.fauxqs.statistics()).find((statistics) => statistics.queueName === queueName),
      end: () => end(mapping),
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** For mappings on queues. */
export const NO_STREAMS: StreamBells = { onRecords: noStreams, tipOf: noStreams }

function noStreams(): never {
  throw new Error('a mapping on a queue has no stream')
}
