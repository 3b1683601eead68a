import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  ListStreamsCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import { describe, expect, it } from 'vitest'
import type { StreamOptions } from '../../../lib/local/streams/stream-options.js'
import { insert } from './stream-fixture.js'
import { type StreamWorld, streamWorld } from './stream-world.js'

interface Reader extends StreamWorld {
  readonly client: DynamoDBStreamsClient
  readonly shards: () => Promise<readonly Shard[]>
  readonly iterator: (more: Partial<GetShardIteratorCommandInput>) => Promise<string | undefined>
  readonly read: (iterator: string | undefined, Limit?: number) => Promise<GetRecordsCommandOutput>
}

/** The reader of a stream with one shard, unless told otherwise. */
async function start(options: StreamOptions = {}): Promise<Reader> {
  const world = await streamWorld({ shards: 1, ...options })
  const client = new DynamoDBStreamsClient({ ...world.clientConfig, maxAttempts: 1 })
  const StreamArn = world.stream.arn
  const shards = async (): Promise<readonly Shard[]> => {
    const { StreamDescription: description } = await client.send(new DescribeStreamCommand({ StreamArn }))
    return description?.Shards ?? []
  }
  return {
    ...world,
    client,
    shards,
    iterator: async (more) => {
      const [shard] = await shards()
      const input = {
        StreamArn,
        ShardId: shard?.ShardId,
        ShardIteratorType: 'TRIM_HORIZON' as const,
        ...more,
      }
      return (await client.send(new GetShardIteratorCommand(input))).ShardIterator
    },
    read: (ShardIterator, Limit) => client.send(new GetRecordsCommand({ ShardIterator, Limit })),
  }
}

const sortKeys = ({ Records = [] }: GetRecordsCommandOutput): unknown[] =>
  Records.map(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S)
const five = ['1', '2', '3', '4', '5'].map((sk) => insert('a', sk))

describe('ListStreams', () => {
  it('knows a stream that was switched off for 24 hours', async () => {
    const { client, stream, clock, enable } = await start()
    stream.disable(clock.now())
    const { arn } = await enable()
    const list = async (): Promise<unknown[]> => {
      const { Streams: streams = [] } = await client.send(new ListStreamsCommand({ TableName: 'orders' }))
      return streams.map(({ StreamArn }) => StreamArn)
    }
    expect(arn).not.toBe(stream.arn)
    expect(await list()).toEqual([stream.arn, arn])
    await clock.advance('25h')
    expect(await list()).toEqual([arn])
    await expect(client.send(new DescribeStreamCommand({ StreamArn: stream.arn }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })

  it('pages', async () => {
    const { client, stream, clock, enable } = await start()
    stream.disable(clock.now())
    const second = await enable()
    const page = await client.send(new ListStreamsCommand({ Limit: 1 }))
    expect(page).toMatchObject({ Streams: [{ StreamArn: stream.arn }], LastEvaluatedStreamArn: stream.arn })
    const next = new ListStreamsCommand({ Limit: 1, ExclusiveStartStreamArn: page.LastEvaluatedStreamArn })
    const last = await client.send(next)
    expect(last.Streams?.map(({ StreamArn }) => StreamArn)).toEqual([second.arn])
    expect(last.LastEvaluatedStreamArn).toBeUndefined()
  })
})

describe('DescribeStream', () => {
  it('tells of the stream and its shards, page by page', async () => {
    const { client, stream } = await start({ shards: 5 })
    const seen: unknown[] = []
    let ExclusiveStartShardId: string | undefined
    do {
      const { StreamDescription: page } = await client.send(
        new DescribeStreamCommand({ StreamArn: stream.arn, Limit: 2, ExclusiveStartShardId }),
      )
      expect(page).toMatchObject({ StreamStatus: 'ENABLED', TableName: 'orders', StreamLabel: stream.label })
      seen.push(...(page?.Shards?.map(({ ShardId }) => ShardId) ?? []))
      ExclusiveStartShardId = page?.LastEvaluatedShardId
    } while (ExclusiveStartShardId !== undefined)
    expect(seen).toEqual(stream.log.shards().map(({ shardId }) => shardId))
  })

  it('gives the children of a shard that was split', async () => {
    const { client, stream, shards, write } = await start()
    const [parent] = await shards()
    await write(...five)
    const children = stream.log.split(parent?.ShardId)
    const ShardFilter = { Type: 'CHILD_SHARDS', ShardId: parent?.ShardId } as const
    const { StreamDescription: filtered } = await client.send(
      new DescribeStreamCommand({ StreamArn: stream.arn, ShardFilter }),
    )
    expect(filtered?.Shards?.map(({ ShardId }) => ShardId)).toEqual(children)
    const [closed] = await shards()
    expect(closed?.SequenceNumberRange?.EndingSequenceNumber).toMatch(/^\d{21,40}$/)
  })
})

describe('GetShardIterator', () => {
  it('of each type begins where it says', async () => {
    const { iterator, read, write } = await start()
    await write(...five)
    const all = await read(await iterator({ ShardIteratorType: 'TRIM_HORIZON' }))
    expect(sortKeys(all)).toEqual(['1', '2', '3', '4', '5'])
    const SequenceNumber = all.Records?.[2]?.dynamodb?.SequenceNumber
    const at = await iterator({ ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber })
    expect(sortKeys(await read(at))).toEqual(['3', '4', '5'])
    const after = await iterator({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber })
    expect(sortKeys(await read(after))).toEqual(['4', '5'])
    const latest = await iterator({ ShardIteratorType: 'LATEST' })
    await write(insert('a', '6'))
    expect(sortKeys(await read(latest))).toEqual(['6'])
  })

  it('begins at the starting number of a shard', async () => {
    const { iterator, read, write, shards } = await start()
    await write(...five)
    const [shard] = await shards()
    const SequenceNumber = shard?.SequenceNumberRange?.StartingSequenceNumber
    const at = await iterator({ ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber })
    expect(sortKeys(await read(at))).toHaveLength(5)
  })

  it.each([
    [{ ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: '7' }, 'ValidationException'],
    [{ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '9'.repeat(40) }, 'ValidationException'],
    [{ ShardIteratorType: 'SOMEWHERE' as 'LATEST' }, 'ValidationException'],
    [{ ShardId: 'shardId-00000000000000000000-00000000' }, 'ResourceNotFoundException'],
    [
      { StreamArn: `${'arn:aws:dynamodb:eu-west-1:1:table/orders/stream/'}never` },
      'ResourceNotFoundException',
    ],
  ] as const)('refuses %j', async (input, code) => {
    const { iterator, write } = await start()
    await write(...five)
    await expect(iterator(input)).rejects.toMatchObject({ name: code })
  })

  it('refuses a sequence number that is trimmed', async () => {
    const { iterator, read, write, clock } = await start()
    await write(...five)
    const { Records: [first] = [] } = await read(await iterator({}))
    await clock.advance('25h')
    const SequenceNumber = first?.dynamodb?.SequenceNumber
    for (const ShardIteratorType of ['AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER'] as const)
      await expect(iterator({ ShardIteratorType, SequenceNumber })).rejects.toMatchObject({
        name: 'TrimmedDataAccessException',
      })
  })
})

describe('GetRecords', () => {
  it('gives no more than its limit, and goes on after it', async () => {
    const { iterator, read, write } = await start()
    await write(...five)
    const page = await read(await iterator({}), 2)
    expect(sortKeys(page)).toEqual(['1', '2'])
    expect(sortKeys(await read(page.NextShardIterator))).toEqual(['3', '4', '5'])
  })

  it('gives at most 1,000 records', async () => {
    const { iterator, read, write } = await start()
    await write(...Array.from({ length: 1001 }, (_, n) => insert('a', String(n))))
    const page = await read(await iterator({}))
    expect(page.Records).toHaveLength(1000)
    expect(sortKeys(await read(page.NextShardIterator))).toEqual(['1000'])
    await expect(read(page.NextShardIterator, 1001)).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it('gives at most 1 MB, and at least one record', async () => {
    const { iterator, read, write } = await start()
    const large = ['1', '2', '3'].map((sk) => {
      const { keys, eventName } = insert('a', sk)
      return { eventName, keys, newImage: { ...keys, data: { S: 'x'.repeat(390_000) } } }
    })
    await write(...large)
    const page = await read(await iterator({}))
    expect(sortKeys(page)).toEqual(['1', '2'])
    expect(sortKeys(await read(page.NextShardIterator))).toEqual(['3'])
  })

  it('ends with a closed shard', async () => {
    const { iterator, read, write, stream } = await start()
    await write(...five)
    const first = await iterator({})
    stream.log.split(undefined)
    const page = await read(first, 4)
    expect(page.NextShardIterator).toBeDefined()
    const last = await read(page.NextShardIterator)
    expect(sortKeys(last)).toEqual(['5'])
    expect(last.NextShardIterator).toBeUndefined()
  })

  it('refuses an iterator that is older than 15 minutes', async () => {
    const { iterator, read, clock } = await start()
    const old = await iterator({})
    await clock.advance('14m')
    const { NextShardIterator: next } = await read(old)
    await clock.advance('2m')
    await expect(read(old)).rejects.toMatchObject({ name: 'ExpiredIteratorException' })
    await read(next)
  })

  it('refuses to skip records that are trimmed', async () => {
    const { iterator, read, write, clock } = await start()
    await write(...five)
    await clock.advance('23h 55m')
    const oldest = await iterator({})
    await clock.advance('10m')
    await expect(read(oldest)).rejects.toMatchObject({ name: 'TrimmedDataAccessException' })
    await write(insert('a', '6'))
    expect(sortKeys(await read(await iterator({})))).toEqual(['6'])
  })

  it('refuses what is no iterator', async () => {
    const { read } = await start()
    await expect(read('nonsense')).rejects.toMatchObject({ name: 'ValidationException' })
  })
})
