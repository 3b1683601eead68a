import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { tableWorld, told } from './table-world.js'

describe('a replica in another Region', () => {
  it('leaves records without any call', async () => {
    const { cloud, client, TableName, records } = await tableWorld()
    const replica = cloud.replica('Table')
    await replica.put({ pk: 'a', sk: '1', n: 1, tags: new Set(['x']), bytes: new Uint8Array([1, 2]) })
    await replica.put({ pk: 'a', sk: '1', n: 2 })
    await replica.delete({ pk: 'a', sk: '1' })
    expect(cloud.calls()).toEqual([])
    const seen = await records()
    expect(seen.map(told)).toEqual(['INSERT a/1', 'MODIFY a/1', 'REMOVE a/1'])
    expect(seen[0]?.dynamodb?.NewImage).toMatchObject({ n: { N: '1' }, tags: { SS: ['x'] } })
    expect(seen[2]?.userIdentity).toBeUndefined()
    const Key = { pk: { S: 'a' }, sk: { S: '1' } }
    expect((await client.send(new GetItemCommand({ TableName, Key }))).Item).toBeUndefined()
  })

  it('may bring several changes of an item as one', async () => {
    const { cloud, records } = await tableWorld({ shards: 1 })
    const replica = cloud.replica('Shop/Outbox/Table')
    await replica.put({ pk: 'old', sk: '1', n: 1 })
    await replica.write(
      [
        { put: { pk: 'a', sk: '1', n: 1 } },
        { put: { pk: 'a', sk: '1', n: 2 } },
        { put: { pk: 'old', sk: '1', n: 2 } },
        { delete: { pk: 'old', sk: '1' } },
        { put: { pk: 'gone', sk: '1' } },
        { delete: { pk: 'gone', sk: '1' } },
      ],
      { coalesce: true },
    )
    const seen = (await records()).filter(({ dynamodb }) => dynamodb?.NewImage?.['n']?.N !== '1')
    expect(seen.map(told).sort()).toEqual(['INSERT a/1', 'REMOVE old/1'])
    expect(seen.find(({ eventName }) => eventName === 'REMOVE')?.dynamodb?.OldImage?.['n']).toEqual({
      N: '1',
    })
  })

  it('knows the key of its items', async () => {
    const { cloud } = await tableWorld()
    await expect(cloud.replica('Table').put({ pk: 'a' })).rejects.toThrow('Expected `sk` to be in every item')
  })
})
