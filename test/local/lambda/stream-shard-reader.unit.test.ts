import {
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, it } from 'vitest'
import { ShardReader } from '../../../lib/local/lambda/event-source-mapping/stream/shard-reader.js'

const client = new DynamoDBStreamsClient({ region: 'eu-west-1' })
const stream = mockClient(client)

let records: number[]
let closed: boolean
/** By iterator, what the next reading with it throws. */
let failures: Map<string, Error>
/** The types of the iterators, in the order in which they were taken. */
let taken: string[]

/** A shard whose iterators are the number of records before them. */
beforeEach(() => {
  records = []
  closed = false
  failures = new Map()
  taken = []
  stream.reset()
  stream.on(GetShardIteratorCommand).callsFake(({ ShardIteratorType, SequenceNumber }) => {
    taken.push(ShardIteratorType)
    if (ShardIteratorType === 'TRIM_HORIZON') return { ShardIterator: '0' }
    return { ShardIterator: String(records.indexOf(Number(SequenceNumber)) + 1) }
  })
  stream.on(GetRecordsCommand).callsFake(({ ShardIterator }) => {
    const failure = failures.get(ShardIterator)
    failures.delete(ShardIterator)
    if (failure !== undefined) throw failure
    return {
      Records: records.slice(Number(ShardIterator)).map((n) => ({ dynamodb: { SequenceNumber: String(n) } })),
      NextShardIterator: closed ? undefined : String(records.length),
    }
  })
})

function reader(position?: string): () => Promise<string[]> {
  const subject = new ShardReader(client, 'arn', 'shard', position)
  return async () => {
    const page = await subject.read(new AbortController().signal)
    const numbers = page.records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '')
    return page.ended ? [...numbers, 'end'] : numbers
  }
}

it('gives each record once', async () => {
  records.push(1, 2)
  const read = reader()
  expect(await read()).toEqual(['1', '2'])
  expect(await read()).toEqual([])
  records.push(3)
  expect(await read()).toEqual(['3'])
})

it('begins after the position that it is given', async () => {
  records.push(1, 2)
  const read = reader('2')
  expect(await read()).toEqual([])
  records.push(3)
  expect(await read()).toEqual(['3'])
})

it('knows the end of a closed shard', async () => {
  records.push(1)
  closed = true
  expect(await reader()()).toEqual(['1', 'end'])
})

it('goes on after the last record that it gave when its iterator has expired', async () => {
  records.push(1, 2)
  const read = reader()
  await read()
  records.push(3)
  failures.set('2', new ExpiredIteratorException({ message: 'expired', $metadata: {} }))
  expect(await read()).toEqual(['3'])
  expect(taken).toEqual(['TRIM_HORIZON', 'AFTER_SEQUENCE_NUMBER'])
})

it('goes on with the oldest record that is left when its position is trimmed', async () => {
  records.push(1, 2)
  const read = reader('1')
  failures.set('1', new TrimmedDataAccessException({ message: 'trimmed', $metadata: {} }))
  expect(await read()).toEqual(['1', '2'])
  expect(taken).toEqual(['AFTER_SEQUENCE_NUMBER', 'TRIM_HORIZON'])
})

it('repeats nothing when a reading fails', async () => {
  records.push(1)
  const read = reader()
  await read()
  records.push(2)
  failures.set('1', new Error('engine is gone'))
  await expect(read()).rejects.toThrow('engine is gone')
  expect(await read()).toEqual(['2'])
})
