import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../lib/delivery/apply-changes.js'
import { type ChangeResult, OutboxStore, type RowChange } from '../../lib/store/outbox-store.js'
import { FakeClock } from './fake-clock.js'

const DONE: ChangeResult = { kind: 'done' }
const LOST: ChangeResult = { kind: 'lost' }
const FAILED: ChangeResult = { kind: 'failed', errorCode: 'ThrottlingError' }

/** Answers one list of results after the other; the last one again and again. */
class ScriptedStore extends OutboxStore {
  readonly applied: string[][] = []
  readonly #script: (changes: readonly RowChange[], call: number) => ChangeResult[]

  constructor(script: (changes: readonly RowChange[], call: number) => ChangeResult[]) {
    super(DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' })), {
      tableName: 't',
      keys: { partitionKey: 'pk' },
      ttlAttribute: 'expiresAt',
    })
    this.#script = script
  }

  override async apply(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    this.applied.push(changes.map(({ key }) => key.partition))
    return this.#script(changes, this.applied.length)
  }
}

const change = (partition: string): RowChange => ({ key: { partition }, transition: 'publish', values: {} })

async function apply(store: ScriptedStore, names: string, time: number) {
  const clock = new FakeClock()
  const results = await applyChanges([...names].map(change), {
    store,
    clock,
    random: () => 0.5,
    until: clock.now() + time,
  })
  return { kinds: results.map(({ kind }) => kind), sleeps: clock.sleeps }
}

describe('steps', () => {
  it('are written once when all are done', async () => {
    const store = new ScriptedStore((changes) => changes.map(() => DONE))
    expect(await apply(store, 'abc', 10_000)).toEqual({ kinds: ['done', 'done', 'done'], sleeps: [] })
    expect(store.applied).toEqual([['a', 'b', 'c']])
  })

  it('that failed are repeated, and only those, with jitter', async () => {
    const store = new ScriptedStore((changes, call) =>
      changes.map(({ key }) => (key.partition === 'b' && call < 4 ? FAILED : DONE)),
    )
    const { kinds, sleeps } = await apply(store, 'abc', 10_000)
    expect(kinds).toEqual(['done', 'done', 'done'])
    expect(store.applied).toEqual([['a', 'b', 'c'], ['b'], ['b'], ['b']])
    // Half of 50, 100, 200 ms is fixed, half is random: here 0.5 of it.
    expect(sleeps).toEqual([37.5, 75, 150])
  })

  it('whose condition failed have another owner: final', async () => {
    const store = new ScriptedStore((changes, call) =>
      changes.map(({ key }) => (key.partition === 'a' ? LOST : call === 1 ? FAILED : LOST)),
    )
    expect((await apply(store, 'ab', 10_000)).kinds).toEqual(['lost', 'lost'])
    expect(store.applied).toEqual([['a', 'b'], ['b']])
  })

  it('are given up at the deadline, each with its own result', async () => {
    const store = new ScriptedStore((changes) =>
      changes.map(({ key }) => (key.partition === 'a' ? FAILED : DONE)),
    )
    const { kinds, sleeps } = await apply(store, 'ab', 10_000)
    expect(kinds).toEqual(['failed', 'done'])
    expect(sleeps.reduce((sum, sleep) => sum + sleep, 0)).toBeLessThan(10_000)
    expect(sleeps.every((sleep) => sleep <= 2_000)).toBe(true)
    expect(store.applied.length).toBeGreaterThan(6)
  })

  it('are tried once even without time', async () => {
    const store = new ScriptedStore((changes) => changes.map(() => FAILED))
    expect(await apply(store, 'a', 0)).toEqual({ kinds: ['failed'], sleeps: [] })
  })
})
