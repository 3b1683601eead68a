import { DeleteCommand, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { newFence } from '../../lib/store/fence.js'
import { OutboxStore, type RowChange } from '../../lib/store/outbox-store.js'
import { keyAttributes, type RowKey, rowKey } from '../../lib/store/row-key.js'
import type { TransitionName } from '../../lib/store/transitions.js'
import { type EngineTable, LAYOUTS, useDynamoDbEngine } from './dynamodb-engine.js'

// AWS behaviour relied on: a PartiQL UPDATE whose WHERE does not hold, or that finds no item, answers
// ConditionalCheckFailed for that statement alone and changes nothing, and never creates an item.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.update.html
const engine = useDynamoDbEngine()

const SEEN = '2026-11-30T12:00:00.000Z#00000001'
const LEASE = '2026-11-30T12:02:00.000Z#00000002'
const FIRST_DEATH = '2026-11-30T12:00:00.000Z#000000d1'
const SECOND_DEATH = '2026-11-30T13:00:00.000Z#000000d2'

type Row = Readonly<Record<string, unknown>>

const pending = {
  obSource: 'orders',
  obType: 'ThingHappened',
  obDetail: '{"metadata":{},"data":{"text":"Grüße 👋"}}',
  obTime: '2026-11-30T12:00:00.000Z',
  obStatus: 'PENDING',
  obShard: 'P#eu-west-1#11',
  obDue: SEEN,
}
const dead = {
  ...pending,
  obStatus: 'DEAD',
  obShard: 'N#eu-west-1#11',
  obDue: FIRST_DEATH,
  obDiedAt: FIRST_DEATH,
}
const archivable = { ...pending, obStatus: 'PUBLISHED', obPublishedAt: 'then', obShard: 'A#eu-west-1#11' }
const published = { ...pending, obStatus: 'PUBLISHED', obPublishedAt: 'then', obShard: undefined }

// One of each type: what the user's code or a person put there must survive every step.
const foreign = {
  text: 'x',
  empty: '',
  number: 1.5,
  yes: true,
  nothing: null,
  bytes: new Uint8Array([0, 255]),
  strings: new Set(['a', 'b']),
  numbers: new Set([1, 2]),
  list: [1, 'a', [null]],
  map: { 'a b': { "c'": 1 } },
}

const failure = { attempts: 2, failedAt: '2026-11-30T12:00:30.000Z', error: 'InvalidArgument: it\'s "bad"' }
const values: { readonly [Name in TransitionName]: RowChange['values'] } = {
  publish: { publishedAt: '2026-11-30T12:00:01.000Z', expiresAt: 1_796_040_001 },
  publishForArchive: {
    publishedAt: '2026-11-30T12:00:01.000Z',
    newShard: 'A#eu-west-1#11',
    newDue: LEASE,
  },
  handOver: { seenDue: SEEN, newShard: 'R#eu-west-1#11', newDue: LEASE },
  handOverFailed: { seenDue: SEEN, newShard: 'R#eu-west-1#11', newDue: LEASE, ...failure },
  die: { seenDue: SEEN, newShard: 'N#eu-west-1#11', newDue: LEASE, diedAt: LEASE, deaths: 1, ...failure },
  noticeSent: { diedAt: FIRST_DEATH, newShard: 'D#eu-west-1#11' },
  claim: { seenDue: SEEN, newShard: 'R#eu-west-1#11', newDue: LEASE, claims: 2 },
  release: { seenDue: SEEN, newShard: 'R#eu-west-1#11', newDue: LEASE },
  redrive: {
    diedAt: FIRST_DEATH,
    newShard: 'R#eu-west-1#11',
    newDue: LEASE,
    redrivenAt: '2026-11-30T12:10:00.000Z',
    redrivenBy: 'somebody',
  },
  expire: { expiresAt: 1_796_040_001 },
  archive: { seenDue: SEEN },
}

const claimed = { ...pending, obShard: 'R#eu-west-1#11', obClaims: 1 }
const failed = { obAttempts: 2, obFailedAt: failure.failedAt, obError: failure.error }

/** What each step makes of a row for which its condition holds. */
const steps: readonly (readonly [TransitionName, string, Row, Row])[] = [
  ['publish', 'PENDING', pending, publishedFrom(pending)],
  [
    'publish',
    'PENDING and held by another worker',
    { ...pending, obDue: LEASE },
    publishedFrom({ ...pending, obDue: LEASE }),
  ],
  ['publish', 'DEAD: delivered beats dead', dead, publishedFrom(dead)],
  ['publishForArchive', 'PENDING', pending, keptFrom(pending)],
  [
    'publishForArchive',
    'PENDING and held by another worker',
    { ...pending, obDue: FIRST_DEATH },
    keptFrom(pending),
  ],
  ['publishForArchive', 'DEAD: delivered beats dead', dead, keptFrom(dead)],
  ['handOver', 'PENDING', pending, { ...pending, obShard: 'R#eu-west-1#11', obDue: LEASE }],
  ['handOverFailed', 'PENDING', pending, { ...pending, obShard: 'R#eu-west-1#11', obDue: LEASE, ...failed }],
  [
    'die',
    'PENDING',
    pending,
    {
      ...pending,
      obStatus: 'DEAD',
      obShard: 'N#eu-west-1#11',
      obDue: LEASE,
      obDiedAt: LEASE,
      obDeaths: 1,
      ...failed,
    },
  ],
  ['noticeSent', 'DEAD', dead, { ...dead, obShard: 'D#eu-west-1#11' }],
  ['claim', 'PENDING', pending, { ...pending, obShard: 'R#eu-west-1#11', obDue: LEASE, obClaims: 2 }],
  ['release', 'claimed', claimed, { ...pending, obShard: 'R#eu-west-1#11', obDue: LEASE }],
  ['handOver', 'claimed', claimed, { ...pending, obShard: 'R#eu-west-1#11', obDue: LEASE }],
  ['handOverFailed', 'claimed', claimed, { ...pending, obShard: 'R#eu-west-1#11', obDue: LEASE, ...failed }],
  [
    'die',
    'claimed',
    claimed,
    {
      ...pending,
      obStatus: 'DEAD',
      obShard: 'N#eu-west-1#11',
      obDue: LEASE,
      obDiedAt: LEASE,
      obDeaths: 1,
      ...failed,
    },
  ],
  ['publish', 'claimed', claimed, publishedFrom(claimed)],
  [
    'redrive',
    'DEAD, with all its history',
    { ...dead, ...failed, obDeaths: 3 },
    {
      ...dead,
      obStatus: 'PENDING',
      obShard: 'R#eu-west-1#11',
      obDue: LEASE,
      obDeaths: 3,
      obRedrivenAt: '2026-11-30T12:10:00.000Z',
      obRedrivenBy: 'somebody',
    },
  ],
  [
    'expire',
    'PUBLISHED, waiting for the archive',
    { ...published, obShard: 'A#eu-west-1#11' },
    { ...published, TTL: values.expire.expiresAt },
  ],
]

/** Rows that fail one clause of a step's condition each. */
const losses: readonly (readonly [TransitionName, string, Row])[] = [
  ['publish', 'PUBLISHED already', published],
  ['publishForArchive', 'PUBLISHED already', published],
  ['publishForArchive', 'PUBLISHED already, for the archive', { ...published, obShard: 'A#eu-west-1#11' }],
  ['archive', 'PENDING', pending],
  ['archive', 'DEAD', { ...dead, obDue: SEEN }],
  ['archive', 'another one than was archived', { ...archivable, obDue: LEASE }],
  ['handOver', 'PUBLISHED', published],
  ['handOver', 'DEAD', { ...dead, obDue: SEEN }],
  ['handOver', 'held by another worker', { ...pending, obDue: LEASE }],
  ['handOverFailed', 'PUBLISHED', published],
  ['handOverFailed', 'DEAD', { ...dead, obDue: SEEN }],
  ['handOverFailed', 'held by another worker', { ...pending, obDue: LEASE }],
  ['die', 'PUBLISHED', published],
  ['die', 'DEAD already', { ...dead, obDue: SEEN }],
  ['die', 'held by another worker', { ...pending, obDue: LEASE }],
  ['noticeSent', 'PENDING, redriven', { ...pending, obDiedAt: FIRST_DEATH }],
  ['noticeSent', 'PUBLISHED', { ...published, obDiedAt: FIRST_DEATH }],
  ['noticeSent', 'dead for the second time', { ...dead, obDiedAt: SECOND_DEATH }],
  ['noticeSent', 'dead without a time', { ...dead, obDiedAt: undefined }],
  ['claim', 'PUBLISHED', published],
  ['claim', 'DEAD', { ...dead, obDue: SEEN }],
  ['claim', 'held by another worker', { ...pending, obDue: LEASE }],
  ['release', 'PUBLISHED', published],
  ['release', 'DEAD', { ...dead, obDue: SEEN }],
  ['release', 'held by another worker', { ...pending, obDue: LEASE }],
  ['redrive', 'PENDING, redriven already', { ...pending, obDiedAt: FIRST_DEATH }],
  ['redrive', 'PUBLISHED', { ...published, obDiedAt: FIRST_DEATH }],
  ['redrive', 'dead for the second time', { ...dead, obDiedAt: SECOND_DEATH }],
  ['redrive', 'dead without a time', { ...dead, obDiedAt: undefined }],
  ['expire', 'PENDING', { ...pending, obShard: 'A#eu-west-1#11' }],
  ['expire', 'DEAD', { ...dead, obShard: 'A#eu-west-1#11' }],
]

/** The TTL attribute goes by its role; each table has its own name for it. */
function publishedFrom(row: Row): Row {
  return {
    ...row,
    obStatus: 'PUBLISHED',
    obShard: undefined,
    obPublishedAt: values.publish.publishedAt,
    TTL: values.publish.expiresAt,
  }
}

/** Nothing expires it, and it stays in the index. */
function keptFrom(row: Row): Row {
  return {
    ...row,
    obStatus: 'PUBLISHED',
    obShard: 'A#eu-west-1#11',
    obDue: LEASE,
    obPublishedAt: values.publishForArchive.publishedAt,
  }
}

function identity(name: string): { aggregateType: string; aggregateId: string; eventId: string } {
  return { aggregateType: 'Thing', aggregateId: '1', eventId: name }
}

function item(table: EngineTable, key: RowKey, row: Row): Record<string, unknown> {
  const { TTL, ...attributes } = row
  const all = {
    ...attributes,
    ...(TTL === undefined ? {} : { [table.ttlAttribute]: TTL }),
    ...keyAttributes(key, table.keys),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

async function put(table: EngineTable, key: RowKey, row: Row): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.tableName, Item: item(table, key, row) }))
}

async function get(table: EngineTable, key: RowKey): Promise<Row | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.tableName, Key: keyAttributes(key, table.keys), ConsistentRead: true }),
  )
  return Item
}

describe.each(Object.entries(LAYOUTS))('in a table with %s', (_, layout) => {
  it('each step is made when its condition holds, and touches nothing else', async () => {
    const table = await engine.table(layout)
    const keys = steps.map((__, index) => rowKey(identity(`step-${index}`), table.keys))
    for (const [index, key] of keys.entries()) await put(table, key, { ...steps[index]?.[2], ...foreign })

    const store = new OutboxStore(table.client, table)
    const results = await store.apply(
      steps.map(([transition], index) => ({
        key: keys[index] ?? { partition: '' },
        transition,
        values: values[transition],
      })),
    )
    expect(results).toEqual(steps.map(() => ({ kind: 'done' })))
    for (const [index, key] of keys.entries())
      expect(await get(table, key), steps[index]?.slice(0, 2).join(', ')).toEqual(
        item(table, key, { ...steps[index]?.[3], ...foreign }),
      )
  })

  it('what was archived is deleted', async () => {
    const table = await engine.table(layout)
    const key = rowKey(identity('archived'), table.keys)
    await put(table, key, { ...archivable, ...foreign })
    const store = new OutboxStore(table.client, table)
    expect(await store.apply([{ key, transition: 'archive', values: values.archive }])).toEqual([
      { kind: 'done' },
    ])
    expect(await get(table, key)).toBeUndefined()
  })

  it('no step is made where one clause of its condition fails, and the row stays as it is', async () => {
    const table = await engine.table(layout)
    const keys = losses.map((__, index) => rowKey(identity(`loss-${index}`), table.keys))
    for (const [index, key] of keys.entries()) await put(table, key, { ...losses[index]?.[2], ...foreign })

    const store = new OutboxStore(table.client, table)
    const results = await store.apply(
      losses.map(([transition], index) => ({
        key: keys[index] ?? { partition: '' },
        transition,
        values: values[transition],
      })),
    )
    for (const [index, key] of keys.entries()) {
      const what = losses[index]?.slice(0, 2).join(' of a row that is ')
      expect(results[index], what).toEqual({ kind: 'lost' })
      expect(await get(table, key), what).toEqual(item(table, key, { ...losses[index]?.[2], ...foreign }))
    }
  })

  it('no step creates a row', async () => {
    const table = await engine.table(layout)
    const store = new OutboxStore(table.client, table)
    const results = await store.apply(
      (Object.keys(values) as TransitionName[]).map((transition) => ({
        key: rowKey(identity(transition), table.keys),
        transition,
        values: values[transition],
      })),
    )
    // To delete what is not there is done, or comes too late: engines differ, and either is the end of it.
    expect(results).toEqual(
      Object.keys(values).map((transition) => ({
        kind: transition === 'archive' ? expect.stringMatching(/^(done|lost)$/) : 'lost',
      })),
    )
    const { Items } = await table.client.send(
      new ScanCommand({ TableName: table.tableName, ConsistentRead: true }),
    )
    expect(Items).toEqual([])
  })
})

it('a batch of more than a call takes is read row by row', async () => {
  const table = await engine.table()
  const store = new OutboxStore(table.client, table)
  const keys = Array.from({ length: 60 }, (_, index) => rowKey(identity(`e${index}`), table.keys))
  // Every third row is gone, every third is held by somebody else.
  for (const [index, key] of keys.entries())
    if (index % 3 > 0) await put(table, key, index % 3 === 1 ? pending : { ...pending, obDue: LEASE })

  table.sent.length = 0
  const results = await store.apply(
    keys.map((key) => ({ key, transition: 'handOver', values: values.handOver })),
  )
  expect(table.sent).toEqual(Array(3).fill('BatchExecuteStatement'))
  expect(results.map(({ kind }) => kind)).toEqual(keys.map((_, index) => (index % 3 === 1 ? 'done' : 'lost')))
})

describe('two workers that hold a row one after the other', () => {
  it('the first can no longer touch it, whatever it wants, except to say that the event was delivered', async () => {
    const table = await engine.table()
    const store = new OutboxStore(table.client, table)
    const key = rowKey(identity('e'), table.keys)
    await put(table, key, pending)

    const second = newFence(Date.parse('2026-11-30T12:05:00.000Z'))
    const taken = await store.apply([
      { key, transition: 'handOver', values: { seenDue: SEEN, newShard: 'R#eu-west-1#11', newDue: second } },
    ])
    expect(taken).toEqual([{ kind: 'done' }])
    const held = await get(table, key)
    for (const transition of ['claim', 'release', 'handOver', 'handOverFailed', 'die'] as const) {
      expect(await store.apply([{ key, transition, values: values[transition] }])).toEqual([{ kind: 'lost' }])
      expect(await get(table, key)).toEqual(held)
    }

    expect(await store.apply([{ key, transition: 'publish', values: values.publish }])).toEqual([
      { kind: 'done' },
    ])
    const late = { ...values.die, seenDue: second }
    expect(await store.apply([{ key, transition: 'die', values: late }])).toEqual([{ kind: 'lost' }])
    expect(await get(table, key)).toMatchObject({ obStatus: 'PUBLISHED' })
  })

  it('of two that take the same row at once, one wins', async () => {
    const table = await engine.table()
    const store = new OutboxStore(table.client, table)
    const key = rowKey(identity('e'), table.keys)
    await put(table, key, pending)
    const fences = Array.from({ length: 5 }, () => newFence(Date.parse('2026-11-30T12:05:00.000Z')))
    const results = await Promise.all(
      fences.map((newDue) =>
        store.apply([
          { key, transition: 'handOver', values: { seenDue: SEEN, newShard: 'R#eu-west-1#11', newDue } },
        ]),
      ),
    )
    // Those that met on the item may be told TransactionConflict or the like; none of them may be told that it won.
    const won = results.flat().filter(({ kind }) => kind === 'done')
    expect(won).toHaveLength(1)
    const winner = fences[results.findIndex(([result]) => result?.kind === 'done')]
    expect(await get(table, key)).toMatchObject({ obDue: winner })
  })
})

it('a row that was deleted is not brought back by a late mark', async () => {
  const table = await engine.table()
  const store = new OutboxStore(table.client, table)
  const key = rowKey(identity('e'), table.keys)
  await put(table, key, pending)
  await table.client.send(
    new DeleteCommand({ TableName: table.tableName, Key: keyAttributes(key, table.keys) }),
  )
  expect(await store.apply([{ key, transition: 'publish', values: values.publish }])).toEqual([
    { kind: 'lost' },
  ])
  expect(await get(table, key)).toBeUndefined()
})
