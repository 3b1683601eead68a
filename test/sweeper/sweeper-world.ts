import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { type AwsClientStub, mockClient } from 'aws-sdk-client-mock'
import { DeadLetterQueue } from '../../lib/dead-letter/dead-letter-queue.js'
import { Delivery } from '../../lib/delivery/delivery.js'
import type { EventDestination, OutgoingEvent } from '../../lib/destination/event-destination.js'
import type { Owner } from '../../lib/store/layout.js'
import type { RowKey } from '../../lib/store/row-key.js'
import type { MappingState } from '../../lib/sweeper/relay-mapping.js'
import { Sweeper } from '../../lib/sweeper/sweeper.js'
import type { SweeperOptions } from '../../lib/sweeper/sweeper-options.js'
import { FakeClock, START } from '../delivery/fake-clock.js'
import { idOf, outboxItem } from '../delivery/make-row.js'
import { ACCEPTED, each, type Script, ScriptedDestination } from '../delivery/scripted-destination.js'
import { MemoryStore } from '../relay/memory-store.js'
import { RecordingSink } from '../relay/recording-sink.js'
import { MemoryIndex } from './memory-index.js'

export const SECOND = 1_000
export const MINUTE: number = 60 * SECOND
export const HOUR: number = 60 * MINUTE

export interface SweeperWorld {
  readonly clock: FakeClock
  readonly store: MemoryStore
  readonly index: MemoryIndex
  readonly sink: RecordingSink
  readonly sqs: AwsClientStub<SQSClient>
  readonly destination: ScriptedDestination
  answer: Script['answer']
  probe: NonNullable<Script['probe']>
  mapping: () => MappingState
  /** Runs before each call to the destination. */
  beforeSend: (events: readonly OutgoingEvent[]) => Promise<void>
  /** Writes rows named `<aggregate><number>`, due so many milliseconds from now. */
  readonly write: (owner: Owner, ids: readonly string[], due: number, item?: Item) => void
  readonly sweep: (remaining?: number) => Promise<void>
  /** A sweeper of the same outbox in an execution environment of its own. */
  readonly another: () => Sweeper
  readonly sent: () => string[]
  readonly calls: () => string[]
  readonly row: (id: string) => Record<string, unknown>
  /** `<status>/<owner>` of a row. */
  readonly state: (id: string) => string
  readonly states: (...ids: string[]) => string[]
  /** When a row falls due, in milliseconds from the start. */
  readonly dueIn: (id: string) => number
}

type Item = Readonly<Record<string, unknown>>

const CALL_TIMEOUT = 5_000
export const SWEEP_TIMEOUT = 55_000

/** A sweeper between rows in memory and a destination that answers as the script says. */
export function sweeperWorld(
  settings: Partial<SweeperOptions> = {},
  script: Partial<Script> = {},
): SweeperWorld {
  const clock = new FakeClock()
  const store = new MemoryStore()
  const index = new MemoryIndex(store)
  const sink = new RecordingSink()
  const client = new SQSClient({ region: 'eu-west-1' })
  const sqs = mockClient(client)
  sqs.on(SendMessageCommand).resolves({})
  const destination = new ScriptedDestination(clock, {
    ...script,
    answer: (events, tries) => world.answer(events, tries),
    probe: () => world.probe(),
  })
  const watched: EventDestination = {
    maxEntries: destination.maxEntries,
    maxBytes: destination.maxBytes,
    bytesOf: destination.bytesOf,
    probe: destination.probe,
    send: async (events) => {
      await world.beforeSend(events)
      return destination.send(events)
    },
  }
  const random = (): number => 0.5
  const another = (): Sweeper =>
    new Sweeper({
      store,
      index,
      delivery: new Delivery({
        destination: watched,
        clock,
        random,
        strictOrder: false,
        callTimeout: CALL_TIMEOUT,
        followers: 'sent',
      }),
      destination: watched,
      deadLetterQueue: new DeadLetterQueue({ client, queueUrl: 'https://dead-letters' }),
      mapping: { state: async () => world.mapping() },
      telemetry: sink,
      clock,
      random,
      tableName: 'shop-table',
      region: 'eu-west-1',
      retentionSeconds: 7 * 24 * 3_600,
      grace: 75 * MINUTE,
      relayTimeout: MINUTE,
      lease: 2 * MINUTE,
      giveUpAfter: 24 * HOUR,
      backoff: { base: MINUTE, cap: 15 * MINUTE },
      ...settings,
    })
  const sweeper = another()

  const world: SweeperWorld = {
    clock,
    store,
    index,
    sink,
    sqs,
    destination,
    answer: script.answer ?? each(() => ACCEPTED),
    probe: script.probe ?? (() => undefined),
    mapping: () => ({ isStopped: false }),
    beforeSend: async () => undefined,
    write: (owner, ids, due, item = {}) => {
      for (const [position, id] of ids.entries()) {
        const born = outboxItem(id.slice(0, 1), id)
        store.put(keyOf(id), {
          pk: keyOf(id).partition,
          sk: id,
          ...born,
          obShard: `${owner}${String(born['obShard']).slice(1)}`,
          obDue: `${new Date(clock.now() + due + position).toISOString()}#${id}`,
          ...item,
        })
      }
    },
    sweep: (remaining = SWEEP_TIMEOUT) => sweeper.sweep({ getRemainingTimeInMillis: () => remaining }),
    another,
    sent: () => destination.accepted.map(idOf),
    calls: () => destination.calls.map((events) => events.map(idOf).join(' ')),
    row: (id) => store.get(keyOf(id)) ?? {},
    state: (id) => {
      const { obStatus, obShard } = world.row(id)
      return `${obStatus}/${obShard === undefined ? '-' : String(obShard).slice(0, 1)}`
    },
    states: (...ids) => ids.map(world.state),
    dueIn: (id) => Date.parse(String(world.row(id)['obDue']).slice(0, 24)) - START,
  }
  return world
}

export function keyOf(id: string): RowKey & { readonly sort: string } {
  return { partition: `OUTBOX#thing#${id.slice(0, 1)}`, sort: id }
}

/** `a1`, `a2`, … */
export function idsOf(aggregate: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${aggregate}${String(index + 1).padStart(4, '0')}`)
}
