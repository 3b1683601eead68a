import { DescribeTimeToLiveCommand, GetItemCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { type TableWorld, tableWorld, told } from './table-world.js'

const HOUR = 3600

async function start(): Promise<
  TableWorld & {
    readonly exists: (pk: string) => Promise<boolean>
    readonly inHours: (hours: number) => { N: string }
  }
> {
  const world = await tableWorld({ delayedTransactions: 0 })
  const { client, cloud, TableName } = world
  return {
    ...world,
    exists: async (pk) => {
      const Key = { pk: { S: pk }, sk: { S: '1' } }
      const { Item: item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))
      return item !== undefined
    },
    inHours: (hours) => ({ N: String(Math.floor(cloud.clock.now() / 1000 + hours * HOUR)) }),
  }
}

describe('an expired item', () => {
  it('is there for some time, then it is deleted, and the record says by whom', async () => {
    const { cloud, put, exists, inHours, records } = await start()
    await put('soon', '1', { expiresAt: inHours(10) })
    await put('late', '1', { expiresAt: inHours(100) })
    await put('never', '1')
    await cloud.clock.advance('10h')
    expect(await exists('soon')).toBe(true)
    await cloud.clock.advance('13h')
    expect([await exists('soon'), await exists('late'), await exists('never')]).toEqual([false, true, true])
    const removed = (await records()).filter(({ eventName }) => eventName === 'REMOVE')
    expect(removed.map(told)).toEqual(['REMOVE soon/1'])
    expect(removed[0]).toMatchObject({
      userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' },
      dynamodb: { OldImage: { pk: { S: 'soon' } } },
    })
    await cloud.clock.advance('4d')
    expect([await exists('late'), await exists('never')]).toEqual([false, true])
  })

  it('whose time was changed stays', async () => {
    const { cloud, put, exists, inHours } = await start()
    await put('order', '1', { expiresAt: inHours(2) })
    await cloud.clock.advance('90m')
    await put('order', '1', { expiresAt: inHours(200) })
    await cloud.clock.advance('3d')
    expect(await exists('order')).toBe(true)
  })

  it.each([
    ['text', { S: '1' }],
    ['more than five years old', { N: '1' }],
    ['milliseconds', { N: String(Date.UTC(2026, 0, 1)) }],
  ])('whose time is %s is not deleted', async (_what, expiresAt) => {
    const { cloud, put, exists } = await start()
    await put('order', '1', { expiresAt })
    await cloud.clock.advance('7d')
    expect(await exists('order')).toBe(true)
  })

  it('costs no time when there is none', async () => {
    const { cloud, put } = await start()
    await put('order', '1')
    const before = performance.now()
    await cloud.clock.advance('2d')
    expect(performance.now() - before).toBeLessThan(1000)
  })
})

describe('time to live', () => {
  it('can be switched off and on through the API, once an hour', async () => {
    const { cloud, client, TableName, put, exists, inHours } = await start()
    const update = (Enabled: boolean): Promise<unknown> =>
      client.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { Enabled, AttributeName: 'expiresAt' },
        }),
      )
    const status = async (): Promise<unknown> =>
      (await client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription
    expect(await status()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' })
    await expect(update(true)).rejects.toMatchObject({ message: 'TimeToLive is already enabled' })
    await update(false)
    expect(await status()).toEqual({ TimeToLiveStatus: 'DISABLED' })
    await put('order', '1', { expiresAt: inHours(1) })
    await expect(update(true)).rejects.toMatchObject({ message: expect.stringContaining('multiple times') })
    await cloud.clock.advance('2d')
    expect(await exists('order')).toBe(true)
    await update(true)
    await cloud.clock.advance('1d')
    expect(await exists('order')).toBe(false)
  })

  it('of a table that does not exist is an error', async () => {
    const { client } = await start()
    await expect(client.send(new DescribeTimeToLiveCommand({ TableName: 'nobody' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })
})
