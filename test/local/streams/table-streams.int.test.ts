import { randomUUID } from 'node:crypto'
import {
  BatchExecuteStatementCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  ExecuteTransactionCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { type TableWorld, tableWorld, told } from './table-world.js'

const names = Array.from({ length: 12 }, (_, n) => String(n).padStart(2, '0'))

async function transact({ client, TableName }: TableWorld, pk: string, token?: string): Promise<void> {
  await client.send(
    new TransactWriteItemsCommand({
      ...(token === undefined ? {} : { ClientRequestToken: token }),
      TransactItems: names.map((sk) => ({ Put: { TableName, Item: { pk: { S: pk }, sk: { S: sk } } } })),
    }),
  )
}

describe('the stream of a table', () => {
  it('has each change once, in the order of its item; a write that changes nothing leaves none', async () => {
    const { put, records, client, TableName } = await tableWorld()
    await put('a', '1', { v: { S: 'x' } })
    await put('a', '1', { v: { S: 'x' } })
    await put('a', '1', { v: { S: 'y' } })
    await client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: 'a' }, sk: { S: '1' } } }))
    expect((await records()).map(told)).toEqual(['INSERT a/1', 'MODIFY a/1', 'REMOVE a/1'])
  })

  it('has no contiguous transactions in order, whichever operation made them', async () => {
    const world = await tableWorld({ shards: 1, delayedTransactions: 0 })
    const { client, TableName, records } = world
    await transact(world, 'items')
    await client.send(
      new ExecuteTransactionCommand({
        TransactStatements: names.map((sk) => ({
          Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?}`,
          Parameters: [{ S: 'statements' }, { S: sk }],
        })),
      }),
    )
    const seen = (await records()).map(told)
    for (const pk of ['items', 'statements']) {
      const made = names.map((sk) => `INSERT ${pk}/${sk}`)
      const here = seen.filter((one) => one.includes(pk))
      expect(here).not.toEqual(made)
      expect([...here].sort()).toEqual(made)
    }
  })

  it('of batches of statements keeps the order of each item', async () => {
    const { client, TableName, put, records } = await tableWorld({ shards: 1 })
    await put('a', '1')
    await put('a', '2')
    const statement = (sk: string, value: string): { Statement: string; Parameters: { S: string }[] } => ({
      Statement: `UPDATE "${TableName}" SET v=? WHERE pk=? AND sk=?`,
      Parameters: [{ S: value }, { S: 'a' }, { S: sk }],
    })
    for (const value of ['x', 'y'])
      await client.send(
        new BatchExecuteStatementCommand({ Statements: [statement('1', value), statement('2', value)] }),
      )
    const images = (await records()).filter(({ eventName }) => eventName === 'MODIFY')
    for (const sk of ['1', '2']) {
      const values = images.filter(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S === sk)
      expect(values.map(({ dynamodb }) => dynamodb?.NewImage?.['v']?.S)).toEqual(['x', 'y'])
    }
  })

  it('goes on in the children of a shard that was split', async () => {
    const { cloud, put, records } = await tableWorld({ shards: 1 })
    await put('a', '1')
    await cloud.clock.quiet()
    expect(cloud.splitShard('Table')).toHaveLength(2)
    await put('a', '2')
    expect((await records()).map(told)).toEqual(['INSERT a/1', 'INSERT a/2'])
  })

  it('that is switched off and on is another stream; the old one can be read for a day', async () => {
    const { cloud, client, TableName, put, records, switchStream } = await tableWorld()
    const before = cloud.attribute('Table', 'StreamArn')
    await put('a', '1')
    await switchStream(false)
    await put('a', '2')
    const after = await switchStream(true)
    await put('a', '3')
    expect(after).not.toBe(before)
    expect((await records(before)).map(told)).toEqual(['INSERT a/1'])
    expect((await records(after)).map(told)).toEqual(['INSERT a/3'])
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName }))
    expect(table).toMatchObject({
      LatestStreamArn: after,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    })
    await cloud.clock.advance('25h')
    await expect(records(before)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it('that is on cannot be switched on', async () => {
    const { switchStream } = await tableWorld()
    await expect(switchStream(true)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('already has an enabled stream'),
    })
  })

  it('forgets records after 24 hours, and says when each was made', async () => {
    const { cloud, put, records } = await tableWorld()
    await cloud.clock.advance('10d')
    const now = cloud.clock.now()
    await put('a', '1')
    const [record] = await records()
    const made = record?.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0
    expect(made).toBeGreaterThan(now - 1001)
    expect(made).toBeLessThanOrEqual(cloud.clock.now())
    await cloud.clock.advance('25h')
    expect(await records()).toEqual([])
  })
})

describe('time', () => {
  it('of a table that was made is the virtual one', async () => {
    const { cloud, client, TableName } = await tableWorld()
    const describe = async (): Promise<number> => {
      const { Table: table } = await client.send(new DescribeTableCommand({ TableName }))
      return table?.CreationDateTime?.getTime() ?? 0
    }
    const made = await describe()
    expect(Math.abs(made - cloud.clock.now())).toBeLessThan(60_000)
    await cloud.clock.advance('3d')
    expect(await describe()).toBe(made)
  })

  it('ends a transaction token after ten minutes', async () => {
    const world = await tableWorld({ delayedTransactions: 0 })
    const { cloud, client, TableName, records } = world
    const token = randomUUID()
    const remove = new DeleteItemCommand({ TableName, Key: { pk: { S: 'a' }, sk: { S: '00' } } })
    await transact(world, 'a', token)
    await client.send(remove)
    await transact(world, 'a', token)
    const count = async (): Promise<number> =>
      (await records()).map(told).filter((one) => one === 'INSERT a/00').length
    expect(await count()).toBe(1)
    await cloud.clock.advance('10m')
    await transact(world, 'a', token)
    expect(await count()).toBe(2)
    await client.send(remove)
    await transact(world, 'a', token)
    expect(await count()).toBe(2)
  })
})

it('records what a call consumed, and tells only a caller who asked', async () => {
  const { cloud, client, TableName, put } = await tableWorld()
  await put('a', '1', { v: { S: 'x'.repeat(1500) } })
  const put1 = cloud.calls().findLast(({ operation }) => operation === 'PutItem')
  expect(put1?.consumedCapacity).toEqual({ readUnits: 0, writeUnits: 2 })
  const Key = { pk: { S: 'a' }, sk: { S: '1' } }
  const silent = await client.send(new DeleteItemCommand({ TableName, Key }))
  expect(silent.ConsumedCapacity).toBeUndefined()
  const asking = await client.send(new DeleteItemCommand({ TableName, Key, ReturnConsumedCapacity: 'TOTAL' }))
  expect(asking.ConsumedCapacity).toMatchObject({ TableName, CapacityUnits: 1 })
})
