import type { DynamoDBRecord } from 'aws-lambda'
import { expect, it } from 'vitest'
import { relayWorld } from './relay-world.js'

const edit = (record: DynamoDBRecord | undefined, image: Record<string, unknown>): DynamoDBRecord => ({
  ...record,
  dynamodb: { ...record?.dynamodb, NewImage: { ...record?.dynamodb?.NewImage, ...image } as never },
})

it.each<[string, Record<string, unknown>]>([
  ['attempts that are no number', { obAttempts: { N: 'NaN' } }],
  ['attempts as text', { obAttempts: { S: 'many' } }],
  ['a negative count', { obDeaths: { N: '-1' } }],
  ['a huge number', { obDeaths: { N: '1e125' } }],
  ['a fence that is null', { obDue: { NULL: true } }],
  ['a detail in binary', { obDetail: { B: 'AAAA' } }],
  ['a detail as a map', { obDetail: { M: {} } }],
  ['a time that there is not', { obTime: { S: '2026-02-31T25:00:00Z' } }],
  ['a far time', { obTime: { S: '9999-12-31T23:59:60.999999999Z' } }],
  ['a numeric partition key', { pk: { N: '1' } }],
  ['a key without an aggregate', { pk: { S: 'OUTBOX#' } }],
  ['a key without a type', { pk: { S: 'OUTBOX##x' } }],
  ['a source of AWS', { obSource: { S: 'aws.s3' } }],
  ['a trace of thousands', { obTrace: { S: 'Root=1-'.repeat(5000) } }],
  ['a sequence that is no number', { obSeq: { S: 'zzz' } }],
  ['an error text with newlines', { obError: { S: '\n\u2028'.repeat(1000) } }],
])('%s: its neighbour is delivered, and nothing throws', async (_, image) => {
  const world = relayWorld()
  const [bad, good] = world.write(['a1', 'b1'])
  const { batchItemFailures } = await world.handle([edit(bad, image), good as DynamoDBRecord])
  expect(batchItemFailures).toEqual([])
  expect(world.state('b1')).toBe('PUBLISHED/-')
})
