import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { type AwsClientStub, mockClient } from 'aws-sdk-client-mock'
import { DeadLetterQueue } from '../../lib/dead-letter/dead-letter-queue.js'
import { Delivery } from '../../lib/delivery/delivery.js'
import { Relay } from '../../lib/relay/relay.js'
import type { OutboxStore } from '../../lib/store/outbox-store.js'
import type { TelemetrySink } from '../../lib/telemetry-sink.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { idOf, outboxItem } from '../delivery/make-row.js'
import { ACCEPTED, each, type Script, ScriptedDestination } from '../delivery/scripted-destination.js'
import { MemoryStore } from './memory-store.js'
import { RecordingSink } from './recording-sink.js'
import { streamRecord } from './stream-records.js'

export interface WorldOptions {
  readonly script?: Script
  readonly strictOrder?: boolean
  readonly telemetry?: TelemetrySink
}

export interface RelayWorld {
  readonly clock: FakeClock
  readonly store: MemoryStore
  readonly sink: RecordingSink
  readonly sqs: AwsClientStub<SQSClient>
  readonly destination: ScriptedDestination
  /** What the destination may answer from now on. */
  answer: Script['answer']
  probe: NonNullable<Script['probe']>
  /** Writes rows, named `<aggregate><number>`, and returns their records in this order. */
  readonly write: (ids: readonly string[], item?: Readonly<Record<string, unknown>>) => DynamoDBRecord[]
  readonly handle: (records: readonly DynamoDBRecord[], remaining?: number) => Promise<DynamoDBBatchResponse>
  /** A relay in a fresh execution environment. */
  readonly restart: () => void
  readonly sent: () => string[]
  readonly row: (id: string) => Record<string, unknown>
  /** `<status>/<owner>` of a row. */
  readonly state: (id: string) => string
}

const CALL_TIMEOUT = 5_000

/** A relay between rows in memory and a destination that answers as the script says. */
export function relayWorld(options: WorldOptions = {}): RelayWorld {
  const clock = new FakeClock()
  const store = new MemoryStore()
  const sink = new RecordingSink()
  const client = new SQSClient({ region: 'eu-west-1' })
  const sqs = mockClient(client)
  sqs.on(SendMessageCommand).resolves({})
  const destination = new ScriptedDestination(clock, {
    ...options.script,
    answer: (events, tries) => world.answer(events, tries),
    probe: () => world.probe(),
  })
  const newRelay = (): Relay => relayBetween(store, destination, clock, client, options, sink)
  let relay = newRelay()
  let written = 0

  const world: RelayWorld = {
    clock,
    store,
    sink,
    sqs,
    destination,
    answer: options.script?.answer ?? each(() => ACCEPTED),
    probe: options.script?.probe ?? (() => undefined),
    write: (ids, item = {}) =>
      ids.map((id) => {
        const key = keyOf(id)
        const row = { pk: key.partition, sk: key.sort, ...outboxItem(id.slice(0, 1), id), ...item }
        store.put(key, row)
        // As text, "9" comes after "10".
        written += 1
        return streamRecord(row, String(written + 6))
      }),
    handle: (records, remaining = 60_000) =>
      relay.handle({ Records: [...records] }, { getRemainingTimeInMillis: () => remaining }),
    restart: () => {
      relay = newRelay()
    },
    sent: () => destination.accepted.map(idOf),
    row: (id) => store.get(keyOf(id)) ?? {},
    state: (id) => {
      const { obStatus, obShard } = world.row(id)
      return `${obStatus}/${obShard === undefined ? '-' : String(obShard).slice(0, 1)}`
    },
  }
  return world
}

export function relayBetween(
  store: OutboxStore,
  destination: ScriptedDestination,
  clock: FakeClock,
  client: SQSClient,
  { strictOrder = false, telemetry }: WorldOptions,
  sink: TelemetrySink,
): Relay {
  const random = (): number => 0.5
  return new Relay({
    store,
    delivery: new Delivery({ destination, clock, random, strictOrder, callTimeout: CALL_TIMEOUT }),
    deadLetterQueue: new DeadLetterQueue({ client, queueUrl: 'https://dead-letters' }),
    telemetry: telemetry ?? sink,
    clock,
    random,
    tableName: 'shop-table',
    keys: { partitionKey: 'pk', sortKey: 'sk' },
    retentionSeconds: 7 * 24 * 3_600,
    isArchived: false,
    backoff: { base: 60_000, cap: 900_000 },
  })
}

export function keyOf(id: string): { partition: string; sort: string } {
  return { partition: `OUTBOX#thing#${id.slice(0, 1)}`, sort: id }
}

export const NONE: DynamoDBBatchResponse = { batchItemFailures: [] }

export function from(record: DynamoDBRecord | undefined): DynamoDBBatchResponse {
  return { batchItemFailures: [{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? 'no such record' }] }
}
