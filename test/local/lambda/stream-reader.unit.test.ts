import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it } from 'vitest'
import type { StartingPosition } from '../../../lib/local/lambda/event-source-mapping/mapping-settings.js'
import { StreamReader } from '../../../lib/local/lambda/event-source-mapping/stream/stream-reader.js'

const client = new DynamoDBStreamsClient({ region: 'eu-west-1' })
const stream = mockClient(client)

/** A shard with its records' numbers; `closed` once they are all read. */
interface Shard {
  readonly id: string
  readonly parent?: string
  readonly records: number[]
  readonly closed?: boolean
}

let shards: Shard[]
/** By iterator, what the next reading with it throws. */
let failures: Map<string, Error>
/** `TRIM_HORIZON parent`, in the order in which iterators were taken. */
let taken: string[]

/** An engine whose iterators are `<shard>:<number of records before>`. */
beforeEach(() => {
  shards = []
  failures = new Map()
  taken = []
  stream.reset()
  stream.on(DescribeStreamCommand).callsFake(() => ({
    StreamDescription: { Shards: shards.map(({ id, parent }) => ({ ShardId: id, ParentShardId: parent })) },
  }))
  stream.on(GetShardIteratorCommand).callsFake(({ ShardId, ShardIteratorType, SequenceNumber }) => {
    const { records } = shard(ShardId)
    taken.push(`${ShardIteratorType} ${ShardId}`)
    if (ShardIteratorType === 'TRIM_HORIZON') return { ShardIterator: `${ShardId}:0` }
    if (ShardIteratorType === 'LATEST') return { ShardIterator: `${ShardId}:${records.length}` }
    return { ShardIterator: `${ShardId}:${records.indexOf(Number(SequenceNumber)) + 1}` }
  })
  stream.on(GetRecordsCommand).callsFake(({ ShardIterator }) => {
    const failure = failures.get(ShardIterator)
    failures.delete(ShardIterator)
    if (failure !== undefined) throw failure
    const [id, from] = String(ShardIterator).split(':')
    const { records, closed } = shard(id ?? '')
    return {
      Records: records.slice(Number(from)).map((n) => ({ dynamodb: { SequenceNumber: String(n) } })),
      NextShardIterator: closed ? undefined : `${id}:${records.length}`,
    }
  })
})

function shard(id: string): Shard {
  const found = shards.find((each) => each.id === id)
  if (found === undefined) throw new Error(`no shard ${id}`)
  return found
}

async function reader(position: StartingPosition): Promise<() => Promise<string[]>> {
  const subject = new StreamReader(client, 'arn', position)
  await subject.start()
  return async () => {
    const numbers: string[] = []
    for await (const records of subject.read(new AbortController().signal)) {
      numbers.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''))
    }
    return numbers
  }
}

it('gives each record once', async () => {
  shards = [{ id: 'a', records: [1, 2] }]
  const read = await reader('TRIM_HORIZON')
  expect(await read()).toEqual(['1', '2'])
  expect(await read()).toEqual([])
  shard('a').records.push(3)
  expect(await read()).toEqual(['3'])
})

it('from LATEST gives what comes after the position was taken', async () => {
  shards = [{ id: 'a', records: [1, 2] }]
  const read = await reader('LATEST')
  shard('a').records.push(3)
  expect(await read()).toEqual(['3'])
})

it.each(['TRIM_HORIZON', 'LATEST'] as const)(
  'from %s reads a child whole, after its parent',
  async (position) => {
    shards = [{ id: 'parent', records: [], closed: true }]
    const read = await reader(position)
    shard('parent').records.push(1)
    shards.push({ id: 'child', parent: 'parent', records: [2] })
    expect(await read()).toEqual(['1'])
    expect(await read()).toEqual(['2'])
    expect(taken).toEqual([`${position} parent`, 'TRIM_HORIZON child'])
  },
)

it('does not begin a child while its parent is unread', async () => {
  shards = [
    { id: 'child', parent: 'parent', records: [2] },
    { id: 'parent', records: [1], closed: true },
  ]
  const read = await reader('TRIM_HORIZON')
  expect(await read()).toEqual(['1'])
  expect(await read()).toEqual(['2'])
})

it('goes on after the last record that it gave when its iterator has expired', async () => {
  shards = [{ id: 'a', records: [1, 2] }]
  const read = await reader('TRIM_HORIZON')
  await read()
  shard('a').records.push(3)
  failures.set('a:2', new ExpiredIteratorException({ message: 'expired', $metadata: {} }))
  await expect(read()).rejects.toThrow('expired')
  expect(await read()).toEqual(['3'])
  expect(taken).toEqual(['TRIM_HORIZON a', 'AFTER_SEQUENCE_NUMBER a'])
})

it('repeats nothing when a reading fails half way', async () => {
  shards = [
    { id: 'a', records: [1] },
    { id: 'b', records: [2] },
  ]
  const read = await reader('TRIM_HORIZON')
  failures.set('b:0', new Error('engine is gone'))
  await expect(read()).rejects.toThrow('engine is gone')
  expect(await read()).toEqual(['2'])
})

it.each(['TRIM_HORIZON', 'LATEST'] as const)(
  'from %s goes on with the oldest record that is left when the position is trimmed',
  async (position) => {
    shards = [{ id: 'a', records: [] }]
    const read = await reader(position)
    shard('a').records.push(1, 2)
    failures.set('a:0', new TrimmedDataAccessException({ message: 'trimmed', $metadata: {} }))
    await expect(read()).rejects.toThrow('trimmed')
    expect(await read()).toEqual(['1', '2'])
  },
)

it('takes a new iterator at the same end when the first one expired before any record', async () => {
  shards = [{ id: 'a', records: [] }]
  const read = await reader('TRIM_HORIZON')
  failures.set('a:0', new ExpiredIteratorException({ message: 'expired', $metadata: {} }))
  await expect(read()).rejects.toThrow('expired')
  shard('a').records.push(1)
  expect(await read()).toEqual(['1'])
})
