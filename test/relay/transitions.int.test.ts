import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBBatchResponse } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, it } from 'vitest'
import { OWNER_INDEX } from '../../lib/store/layout.js'
import { OutboxStore } from '../../lib/store/outbox-store.js'
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
import { type EngineTable, useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { RecordingSink } from './recording-sink.js'
import { keyOf, NONE, relayBetween } from './relay-world.js'
import { streamRecord } from './stream-records.js'

// Relies on AWS's behaviour that a PartiQL UPDATE whose WHERE does not hold answers ConditionalCheckFailed, creates
// nothing, and that a row without its `obShard` is not in the index. The engine is a real one; the stream is not.
const engine = useDynamoDbEngine()

interface EngineWorld {
  readonly table: EngineTable
  readonly handle: (ids: readonly string[]) => Promise<DynamoDBBatchResponse>
  readonly get: (id: string) => Promise<Record<string, unknown> | undefined>
  readonly indexed: (owner: string, id: string) => Promise<string[]>
  readonly sent: () => string[]
  readonly notices: () => number
  /** Runs when the next request, which is the look-up, has been answered. */
  readonly afterLookUp: (work: () => Promise<unknown>) => void
}

async function engineWorld(ids: readonly string[], answer: Script['answer']): Promise<EngineWorld> {
  const table = await engine.table()
  const items = new Map(ids.map((id) => [id, itemOf(id)]))
  for (const Item of items.values())
    await table.client.send(new PutCommand({ TableName: table.tableName, Item }))
  table.sent.length = 0
  const clock = new FakeClock()
  const destination = new ScriptedDestination(clock, { answer })
  const client = new SQSClient({ region: 'eu-west-1' })
  const sqs = mockClient(client)
  sqs.on(SendMessageCommand).resolves({})
  const store = new OutboxStore(table.client, table)
  const relay = relayBetween(store, destination, clock, client, {}, new RecordingSink())
  return {
    table,
    afterLookUp: (work) => {
      let waiting = true
      table.client.middlewareStack.add(
        (next) => async (args) => {
          const result = await next(args)
          if (!waiting) return result
          waiting = false
          await work()
          return result
        },
        { step: 'initialize' },
      )
    },
    handle: (batch) =>
      relay.handle(
        { Records: batch.map((id, index) => streamRecord(items.get(id) ?? {}, String(index + 1))) },
        { getRemainingTimeInMillis: () => 60_000 },
      ),
    get: async (id) => {
      const { pk, sk } = itemOf(id)
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.tableName, Key: { pk, sk }, ConsistentRead: true }),
      )
      return Item
    },
    indexed: async (owner, id) => {
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.tableName,
          IndexName: OWNER_INDEX,
          KeyConditionExpression: 'obShard = :shard',
          ExpressionAttributeValues: { ':shard': `${owner}${shardOf(id)}` },
        }),
      )
      return Items.map(({ sk }) => String(sk))
    },
    sent: () => destination.accepted.map(idOf),
    notices: () => sqs.commandCalls(SendMessageCommand).length,
  }
}

function itemOf(id: string): Record<string, string> {
  const { partition, sort } = keyOf(id)
  return { pk: partition, sk: sort, ...outboxItem(id.slice(0, 1), id) }
}

it('every outcome of a batch is written to its row', async () => {
  const ids = ['a1', 'b1', 'c1', 'd1', 'e1']
  const { handle, get, indexed, sent, notices } = await engineWorld(
    ids,
    each((event) => {
      if (idOf(event) === 'b1') return MALFORMED
      if (idOf(event) === 'c1') return REFUSED
      return idOf(event) === 'd1' ? INTERNAL : ACCEPTED
    }),
  )
  expect(await handle(ids)).toEqual(NONE)
  expect(sent()).toEqual(['a1', 'e1'])
  expect(await get('a1')).toEqual({
    ...withoutShard(itemOf('a1')),
    obStatus: 'PUBLISHED',
    obPublishedAt: expect.stringMatching(/^2026-03-01T12:00:0\d\.\d{3}Z$/),
    expiresAt: expect.any(Number),
  })
  expect(await get('b1')).toMatchObject({
    obStatus: 'DEAD',
    obDeaths: 1,
    obAttempts: 1,
    obDetail: itemOf('b1')['obDetail'],
  })
  expect(await get('c1')).toMatchObject({
    obStatus: 'PENDING',
    obAttempts: 1,
    obError: 'InvalidArgument: Not this one',
  })
  const isolated = await get('d1')
  expect(isolated).toMatchObject({ obStatus: 'PENDING' })
  expect(isolated?.['obAttempts']).toBeUndefined()
  expect(notices()).toBe(1)
  expect(await indexed('P', 'a1')).toEqual([])
  expect(await indexed('D', 'b1')).toEqual(['b1'])
  // Other aggregates may share the shard.
  expect(await indexed('R', 'c1')).toContain('c1')
  expect(await indexed('R', 'd1')).toContain('d1')
})

it('a rewound batch is looked up and left alone', async () => {
  const { table, handle, sent } = await engineWorld(
    ['a1', 'a2'],
    each(() => ACCEPTED),
  )
  await handle(['a1', 'a2'])
  table.sent.length = 0
  expect(await handle(['a1', 'a2'])).toEqual(NONE)
  expect([sent(), table.sent]).toEqual([['a1', 'a2'], ['BatchGetItem']])
})

it('a hundred events of one aggregate and of a hundred aggregates are marked in calls of 25', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `a${String(index).padStart(3, '0')}`)
  const { table, handle, sent, get } = await engineWorld(
    ids,
    each(() => ACCEPTED),
  )
  expect(await handle(ids)).toEqual(NONE)
  expect(sent()).toEqual(ids)
  expect(table.sent).toEqual(['BatchGetItem', ...Array.from({ length: 4 }, () => 'BatchExecuteStatement')])
  expect(await get('a099')).toMatchObject({ obStatus: 'PUBLISHED' })
})

it('a mark whose answer was lost is repeated, finds itself done, and nothing comes again', async () => {
  const world = await engineWorld(['a1'], (events) => {
    // The look-up is over; the next request is the mark.
    world.table.loseNextAnswer()
    return { kind: 'answered', entries: events.map(() => ACCEPTED) }
  })
  expect(await world.handle(['a1'])).toEqual(NONE)
  expect(await world.get('a1')).toMatchObject({ obStatus: 'PUBLISHED' })
  expect(world.sent()).toEqual(['a1'])
})

it('a row that is taken by another worker while its event is sent keeps his fence, unless the event was accepted', async () => {
  const obDue = '2026-03-01T12:30:00.000Z#another'
  const { table, handle, get, afterLookUp } = await engineWorld(
    ['a1', 'b1'],
    each((event) => (idOf(event) === 'a1' ? REFUSED : ACCEPTED)),
  )
  const taken = ['a1', 'b1'].map((id) => ({ ...itemOf(id), obShard: `R${shardOf(id)}`, obDue }))
  afterLookUp(async () => {
    for (const Item of taken) await table.client.send(new PutCommand({ TableName: table.tableName, Item }))
  })
  expect(await handle(['a1', 'b1'])).toEqual(NONE)
  expect(await get('a1')).toEqual(taken[0])
  expect(await get('b1')).toMatchObject({ obStatus: 'PUBLISHED' })
})

it('a row that is deleted while its event is sent is not made again', async () => {
  const { table, handle, get, sent, notices, afterLookUp } = await engineWorld(
    ['a1', 'b1', 'c1'],
    each((event) => {
      if (idOf(event) === 'b1') return MALFORMED
      return idOf(event) === 'c1' ? REFUSED : ACCEPTED
    }),
  )
  afterLookUp(async () => {
    for (const { pk, sk } of ['a1', 'b1', 'c1'].map(itemOf))
      await table.client.send(new DeleteCommand({ TableName: table.tableName, Key: { pk, sk } }))
  })
  expect(await handle(['a1', 'b1', 'c1'])).toEqual(NONE)
  expect([sent(), notices()]).toEqual([['a1'], 0])
  expect([await get('a1'), await get('b1'), await get('c1')]).toEqual([undefined, undefined, undefined])
})

it('a look-up that fails once is repeated, and nothing is sent before it has answered', async () => {
  const { handle, sent, afterLookUp } = await engineWorld(
    ['a1', 'b1'],
    each(() => ACCEPTED),
  )
  const sentBefore: string[][] = []
  afterLookUp(async () => {
    sentBefore.push(sent())
    throw Object.assign(new Error('no'), { name: 'InternalServerError' })
  })
  expect(await handle(['a1', 'b1'])).toEqual(NONE)
  expect([sentBefore, sent()]).toEqual([[[]], ['a1', 'b1']])
})

/** The shard of a row without its owner. */
function shardOf(id: string): string {
  return String(itemOf(id)['obShard']).slice(1)
}

function withoutShard({ obShard: _, ...item }: Record<string, string>): Record<string, string> {
  return item
}
