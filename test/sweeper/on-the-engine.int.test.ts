import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { DeadLetterQueue } from '../../lib/dead-letter/dead-letter-queue.js'
import { Delivery } from '../../lib/delivery/delivery.js'
import type { EventDestination, OutgoingEvent } from '../../lib/destination/event-destination.js'
import type { Owner } from '../../lib/store/layout.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { OwnerIndex } from '../../lib/store/owner-index.js'
import { Sweeper } from '../../lib/sweeper/sweeper.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { idOf, outboxItem } from '../delivery/make-row.js'
import {
  ACCEPTED,
  each,
  INTERNAL,
  MALFORMED,
  REFUSED,
  type Script,
  ScriptedDestination,
} from '../delivery/scripted-destination.js'
import { RecordingSink } from '../relay/recording-sink.js'
import { type EngineTable, useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { HOUR, idsOf, keyOf, MINUTE, SWEEP_TIMEOUT } from './sweeper-world.js'

// Relies on AWS's behaviour that a PartiQL UPDATE whose WHERE does not hold answers ConditionalCheckFailed and changes
// nothing, that a BatchGetItem with ConsistentRead shows every write that was answered, and that REMOVE of an
// attribute which is not there is no error. The engine is a real one; its index does not lag as that of AWS does.
const engine = useDynamoDbEngine()

interface EngineWorld {
  readonly table: EngineTable
  readonly clock: FakeClock
  readonly sink: RecordingSink
  answer: Script['answer']
  beforeSend: (events: readonly OutgoingEvent[]) => Promise<void>
  readonly write: (owner: Owner, ids: readonly string[], due: number, item?: object) => Promise<void>
  /** A sweep by a sweeper of its own. */
  readonly sweep: () => Promise<void>
  readonly get: (id: string) => Promise<Record<string, unknown>>
  readonly sent: () => string[]
  readonly notices: () => number
}

async function engineWorld(): Promise<EngineWorld> {
  const table = await engine.table()
  const clock = new FakeClock()
  const sink = new RecordingSink()
  const destination = new ScriptedDestination(clock, {
    answer: (events, tries) => world.answer(events, tries),
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
  const client = new SQSClient({ region: 'eu-west-1' })
  const sqs = mockClient(client)
  sqs.on(SendMessageCommand).resolves({})
  const random = (): number => 0.5
  const newSweeper = (): Sweeper =>
    new Sweeper({
      store: new OutboxStore(table.client, table),
      index: new OwnerIndex(table.client, table),
      delivery: new Delivery({
        destination: watched,
        clock,
        random,
        strictOrder: false,
        callTimeout: 5_000,
        followers: 'sent',
      }),
      destination: watched,
      deadLetterQueue: new DeadLetterQueue({ client, queueUrl: 'https://dead-letters' }),
      mapping: { state: async () => ({ isStopped: false }) },
      telemetry: sink,
      clock,
      random,
      tableName: table.tableName,
      region: 'eu-west-1',
      retentionSeconds: 7 * 24 * 3_600,
      grace: 75 * MINUTE,
      relayTimeout: MINUTE,
      lease: 2 * MINUTE,
      giveUpAfter: 24 * HOUR,
      backoff: { base: MINUTE, cap: 15 * MINUTE },
    })
  const world: EngineWorld = {
    table,
    clock,
    sink,
    answer: each(() => ACCEPTED),
    beforeSend: async () => undefined,
    write: async (owner, ids, due, item = {}) => {
      for (const [position, id] of ids.entries()) {
        const born = outboxItem(id.slice(0, 1), id)
        const Item = {
          pk: keyOf(id).partition,
          sk: id,
          ...born,
          obShard: `${owner}${String(born['obShard']).slice(1)}`,
          obDue: `${new Date(clock.now() + due + position).toISOString()}#${id}`,
          ...item,
        }
        await table.client.send(new PutCommand({ TableName: table.tableName, Item }))
      }
    },
    sweep: () => newSweeper().sweep({ getRemainingTimeInMillis: () => SWEEP_TIMEOUT }),
    get: async (id) => {
      const { Item } = await table.client.send(
        new GetCommand({
          TableName: table.tableName,
          Key: { pk: keyOf(id).partition, sk: id },
          ConsistentRead: true,
        }),
      )
      return Item ?? {}
    },
    sent: () => destination.accepted.map(idOf),
    notices: () => sqs.commandCalls(SendMessageCommand).length,
  }
  return world
}

it('every outcome of a sweep is written to its row, and to nothing else', async () => {
  const world = await engineWorld()
  await world.write('R', ['a1', 'a2', 'a3', 'a4'], -MINUTE, { foreign: new Set(['x']) })
  await world.write('S', ['a5'], -MINUTE)
  await world.write('P', ['a6'], -2 * HOUR)
  await world.write('N', ['b1'], -HOUR, {
    obStatus: 'DEAD',
    obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe',
    obError: 'Bad: x',
    obDeaths: 1,
  })
  world.answer = each((event) => {
    if (idOf(event) === 'a2') return REFUSED
    if (idOf(event) === 'a3') return MALFORMED
    return idOf(event) === 'a4' ? INTERNAL : ACCEPTED
  })
  await world.sweep()
  expect(world.sent().sort()).toEqual(['a1', 'a5', 'a6'])
  const delivered = await world.get('a1')
  expect(delivered).toMatchObject({ obStatus: 'PUBLISHED', foreign: new Set(['x']) })
  expect(delivered).not.toHaveProperty('obShard')
  const failed = await world.get('a2')
  expect(failed).toMatchObject({ obStatus: 'PENDING', obAttempts: 1, foreign: new Set(['x']) })
  expect(failed).not.toHaveProperty('obClaims')
  expect(await world.get('a3')).toMatchObject({ obStatus: 'DEAD', obDeaths: 1 })
  const isolated = await world.get('a4')
  expect(isolated).not.toHaveProperty('obAttempts')
  expect(isolated).not.toHaveProperty('obClaims')
  expect(String((await world.get('b1'))['obShard'])).toMatch(/^D/)
  expect(world.notices()).toBe(2)
})

it('two sweeps at once send each event once', async () => {
  const world = await engineWorld()
  const ids = [...idsOf('a', 15), ...idsOf('b', 15)]
  await world.write('R', ids, -MINUTE)
  await Promise.all([world.sweep(), world.sweep()])
  // What met on a row may have been told to try again later.
  world.clock.advance(3 * MINUTE)
  await world.sweep()
  expect([...world.sent()].sort()).toEqual(ids)
  const { Items = [] } = await world.table.client.send(
    new ScanCommand({ TableName: world.table.tableName, ConsistentRead: true }),
  )
  expect(new Set(Items.map(({ obStatus }) => obStatus))).toEqual(new Set(['PUBLISHED']))
})

it('a sweep that stands still past its lease finds its rows in other hands, and leaves them there', async () => {
  const world = await engineWorld()
  await world.write('R', ['a1', 'a2'], -MINUTE)
  world.answer = each((event) => (idOf(event) === 'a1' ? REFUSED : ACCEPTED))
  let isFirst = true
  world.beforeSend = async () => {
    if (!isFirst) return
    isFirst = false
    world.clock.advance(3 * MINUTE)
    await world.sweep()
  }
  await world.sweep()
  // Each of the two has sent a2; only the second one's failure of a1 counts.
  expect(world.sent()).toEqual(['a2', 'a2'])
  expect(await world.get('a1')).toMatchObject({ obStatus: 'PENDING', obAttempts: 1 })
  expect(await world.get('a2')).toMatchObject({ obStatus: 'PUBLISHED' })
})

it('a claim whose answer was lost is known as ours by its fence', async () => {
  const world = await engineWorld()
  await world.write('R', ['a1'], -MINUTE)
  world.table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'BatchExecuteStatementCommand' && isFirst) {
          isFirst = false
          world.table.loseNextAnswer()
        }
        return next(args)
      },
    { step: 'initialize' },
  )
  let isFirst = true
  await world.sweep()
  expect([isFirst, world.sent()]).toEqual([false, ['a1']])
  expect(await world.get('a1')).toMatchObject({ obStatus: 'PUBLISHED' })
})

describe('a crash', () => {
  it('after the claim costs a wait of two minutes', async () => {
    const world = await engineWorld()
    await world.write('R', ['a1'], -MINUTE)
    const put = new Error('the process is gone')
    world.beforeSend = async () => {
      throw put
    }
    await world.sweep()
    expect(await world.get('a1')).toMatchObject({ obStatus: 'PENDING', obClaims: 1 })
    world.beforeSend = async () => undefined
    await world.sweep()
    expect(world.sent()).toEqual([])
    world.clock.advance(2 * MINUTE)
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
    expect(await world.get('a1')).toMatchObject({ obStatus: 'PUBLISHED' })
  })
})
