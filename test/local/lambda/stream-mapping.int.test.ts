import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { LambdaClient, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { TABLE } from '../templates.js'

type Json = Readonly<Record<string, unknown>>

/** What the function wrote to its log after a marker, as JSON; waits for it. */
class Notes {
  readonly seen: unknown[] = []
  readonly #watchers = new Set<() => void>()

  constructor(cloud: LocalCloud) {
    cloud.listen({
      onLogLine: ({ line }) => {
        if (!line.startsWith('note ')) return
        this.seen.push(JSON.parse(line.slice('note '.length)))
        for (const watcher of [...this.#watchers]) watcher()
      },
    })
  }

  /** Resolves once the condition holds for all notes so far. */
  async until(condition: (notes: readonly unknown[]) => boolean): Promise<readonly unknown[]> {
    await new Promise<void>((resolve) => {
      const watch = (): void => {
        if (!condition(this.seen)) return
        this.#watchers.delete(watch)
        resolve()
      }
      this.#watchers.add(watch)
      watch()
    })
    return this.seen
  }
}

interface Setup {
  /** Body of an async function of `records` (the event's) and `keys` (their sort keys); `note` tells the test. */
  readonly body: string
  readonly mapping?: Json
  readonly properties?: Json
}

interface Subject {
  readonly cloud: LocalCloud
  readonly notes: Notes
  readonly put: (pk: string, sk: string, more?: Record<string, { S: string }>) => Promise<void>
  readonly remove: (pk: string, sk: string) => Promise<void>
}

async function start({ body, mapping, properties }: Setup): Promise<Subject> {
  const source = `
    const note = (value) => console.log('note ' + JSON.stringify(value))
    export const handler = async ({ Records: records }) => {
      const keys = records.map((record) => record.dynamodb.Keys.sk.S)
      ${body}
    }`
  const cloud = await startCloud(
    {
      Table: {
        ...TABLE,
        Properties: { ...TABLE.Properties, StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } },
      },
      GivenUp: { Type: 'AWS::SQS::Queue' },
      Reader: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
          Timeout: 30,
          Role: 'arn:aws:iam::000000000000:role/reader',
          Code: { S3Bucket: 'cdk-assets', S3Key: 'reader.zip' },
          ...properties,
        },
      },
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Reader' },
          StartingPosition: 'TRIM_HORIZON',
          ...mapping,
        },
      },
    },
    { assets: { reader: { 'index.mjs': source } } },
  )
  const database = new DynamoDBClient(cloud.clientConfig)
  const TableName = cloud.physicalId('Table')
  return {
    cloud,
    notes: new Notes(cloud),
    put: async (pk, sk, more = {}) => {
      await database.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk }, ...more } }))
    },
    remove: async (pk, sk) => {
      await database.send(new DeleteItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } } }))
    },
  }
}

/** One message of the on-failure queue. */
async function givenUp(cloud: LocalCloud): Promise<Json> {
  const queues = new SQSClient(cloud.clientConfig)
  const QueueUrl = cloud.physicalId('GivenUp')
  for (;;) {
    const { Messages: [message] = [] } = await queues.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }),
    )
    if (message === undefined) continue
    await queues.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }))
    return JSON.parse(message.Body ?? '')
  }
}

const ON_FAILURE = { OnFailure: { Destination: { 'Fn::GetAtt': ['GivenUp', 'Arn'] } } }

/** Until the change is over. */
async function setEnabled(cloud: LocalCloud, Enabled: boolean): Promise<void> {
  const lambda = new LambdaClient(cloud.clientConfig)
  await lambda.send(new UpdateEventSourceMappingCommand({ UUID: cloud.physicalId('Mapping'), Enabled }))
  await cloud.clock.advance('5s')
}

describe('records', () => {
  it('reach the function in the shape that Lambda gives them', async () => {
    const { cloud, notes, put, remove } = await start({ body: 'for (const record of records) note(record)' })
    await put('order', '1', { obStatus: { S: 'PENDING' } })
    await put('order', '1', { obStatus: { S: 'PUBLISHED' } })
    await remove('order', '1')
    const seen = await notes.until(({ length }) => length === 3)
    const common = {
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: cloud.region,
      eventSourceARN: cloud.attribute('Table', 'StreamArn'),
    }
    const change = (more: Json): Json => ({
      ApproximateCreationDateTime: expect.any(Number),
      Keys: { pk: { S: 'order' }, sk: { S: '1' } },
      SequenceNumber: expect.stringMatching(/^\d{21,40}$/),
      SizeBytes: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
      ...more,
    })
    const image = (status: string): Json => ({ pk: { S: 'order' }, sk: { S: '1' }, obStatus: { S: status } })
    expect(seen).toEqual([
      { ...common, eventName: 'INSERT', dynamodb: change({ NewImage: image('PENDING') }) },
      {
        ...common,
        eventName: 'MODIFY',
        dynamodb: change({ NewImage: image('PUBLISHED'), OldImage: image('PENDING') }),
      },
      { ...common, eventName: 'REMOVE', dynamodb: change({ OldImage: image('PUBLISHED') }) },
    ])
  })

  it('of one partition key come in order, one batch after the other, none larger than the batch size', async () => {
    const { notes, put } = await start({
      body: 'note({ begin: keys }); await new Promise((resolve) => setImmediate(resolve)); note({ end: keys })',
      mapping: { BatchSize: 4 },
    })
    const written = Array.from({ length: 30 }, (_, index) => String(index + 10))
    for (const sk of written) await put('order', sk)
    const keys = (seen: readonly unknown[], when: 'begin' | 'end'): string[][] =>
      (seen as Partial<Record<'begin' | 'end', string[]>>[]).flatMap((note) => {
        const batch = note[when]
        return batch === undefined ? [] : [batch]
      })
    const seen = await notes.until((all) => keys(all, 'end').flat().length === 30)
    const batches = keys(seen, 'begin')
    expect(batches.flat()).toEqual(written)
    expect(seen).toEqual(batches.flatMap((batch) => [{ begin: batch }, { end: batch }]))
    for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(4)
  })

  it('of different partition keys come through at least four shards: a stuck one holds up few', async () => {
    const { notes, put } = await start({
      body: `
        const stuck = records.some((record) => record.dynamodb.Keys.pk.S === 'stuck')
        if (stuck) throw new Error('stuck')
        for (const record of records) note(record.dynamodb.Keys.pk.S)`,
    })
    await put('stuck', '1')
    const names = Array.from({ length: 40 }, (_, index) => `order-${index}`)
    for (const name of names) await put(name, '1')
    const seen = await notes.until(({ length }) => length >= 20)
    expect(names).toEqual(expect.arrayContaining([...seen]))
  })

  it('that no filter lets through cause no invocation', async () => {
    const { notes, put, remove, cloud } = await start({
      body: 'note(keys)',
      mapping: {
        FilterCriteria: {
          Filters: [
            {
              Pattern: JSON.stringify({
                eventName: ['INSERT'],
                dynamodb: { NewImage: { obShard: { S: [{ prefix: 'P#' }] } } },
              }),
            },
            { Pattern: JSON.stringify({ eventName: ['REMOVE'] }) },
          ],
        },
      },
    })
    await put('order', 'mine', { obShard: { S: 'P#1' } })
    await put('order', 'other', { obShard: { S: 'S#1' } })
    await put('order', 'mine', { obShard: { S: 'P#2' } })
    await put('order', 'none')
    await remove('order', 'none')
    const seen = await notes.until((all) => all.flat().length === 2)
    expect(seen.flat()).toEqual(['mine', 'none'])
    expect(cloud.warnings()).toEqual([])
  })

  it('of a transaction come once each', async () => {
    const { notes, cloud } = await start({ body: 'for (const key of keys) note(key)' })
    const TableName = cloud.physicalId('Table')
    const keys = Array.from({ length: 10 }, (_, index) => String(index))
    await new DynamoDBClient(cloud.clientConfig).send(
      new TransactWriteItemsCommand({
        TransactItems: keys.map((sk) => ({
          Put: { TableName, Item: { pk: { S: 'order' }, sk: { S: sk } } },
        })),
      }),
    )
    const seen = await notes.until(({ length }) => length >= 10)
    expect([...seen].sort()).toEqual(keys)
  })
})

describe('failures', () => {
  it('bisecting isolates a poison record; it alone is given up, and the message says where it is', async () => {
    const { cloud, notes, put } = await start({
      body: `
        if (keys.includes('poison')) throw new Error('poison')
        for (const key of keys) note(key)`,
      mapping: {
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 1,
        Enabled: false,
        DestinationConfig: ON_FAILURE,
      },
    })
    for (const sk of ['a', 'b', 'poison', 'c']) await put('order', sk)
    await setEnabled(cloud, true)
    const message = await givenUp(cloud)
    await notes.until(({ length }) => length === 3)
    expect(notes.seen).toEqual(['a', 'b', 'c'])
    const { DDBStreamBatchInfo: info } = message as { readonly DDBStreamBatchInfo: Json }
    expect(message).toMatchObject({
      requestContext: {
        functionArn: cloud.attribute('Reader', 'Arn'),
        condition: 'RetryAttemptsExhausted',
        requestId: expect.any(String),
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
    })
    expect(info).toMatchObject({
      batchSize: 1,
      streamArn: cloud.attribute('Table', 'StreamArn'),
      shardId: expect.stringMatching(/^shardId-/),
    })
    expect(info['startSequenceNumber']).toBe(info['endSequenceNumber'])
  })

  it('without bisecting take the good neighbours along', async () => {
    const { cloud, put } = await start({
      body: "if (keys.includes('poison')) throw new Error('poison')",
      mapping: { MaximumRetryAttempts: 1, Enabled: false, DestinationConfig: ON_FAILURE },
    })
    for (const sk of ['a', 'poison', 'b']) await put('order', sk)
    await setEnabled(cloud, true)
    expect(await givenUp(cloud)).toMatchObject({
      requestContext: { approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { batchSize: 3 },
    })
  })

  it('given up without a destination are said in a warning', async () => {
    const { cloud, put } = await start({
      body: "throw new Error('always')",
      mapping: { MaximumRetryAttempts: 0 },
    })
    const warned = new Promise((resolve) => cloud.listen({ onWarning: resolve }))
    await put('order', '1')
    expect(await warned).toContain('RetryAttemptsExhausted')
  })

  it('reported for some records are retried from the lowest of them', async () => {
    const { cloud, notes, put } = await start({
      body: `
        note(keys)
        globalThis.attempts = (globalThis.attempts ?? 0) + 1
        if (globalThis.attempts > 1) return { batchItemFailures: [] }
        return { batchItemFailures: ['3', '2'].map((key) => ({
          itemIdentifier: records[keys.indexOf(key)].dynamodb.SequenceNumber,
        })) }`,
      mapping: { FunctionResponseTypes: ['ReportBatchItemFailures'], Enabled: false },
    })
    for (const sk of ['1', '2', '3', '4']) await put('order', sk)
    await setEnabled(cloud, true)
    expect(await notes.until(({ length }) => length === 2)).toEqual([
      ['1', '2', '3', '4'],
      ['2', '3', '4'],
    ])
  })

  it('reported without ReportBatchItemFailures are ignored', async () => {
    const { notes, put } = await start({
      body: `note(keys); return { batchItemFailures: [{ itemIdentifier: '' }] }`,
    })
    await put('order', '1')
    await notes.until(({ length }) => length === 1)
    await put('order', '2')
    expect(await notes.until(({ length }) => length === 2)).toEqual([['1'], ['2']])
  })

  it('by a worker that dies are retried', async () => {
    const { cloud, notes, put } = await start({
      body: "note(keys); if (keys.includes('hang')) await new Promise(() => setInterval(() => {}, 1e9))",
      properties: { Timeout: 900 },
    })
    await put('order', 'hang')
    await notes.until(({ length }) => length === 1)
    await cloud.kill('Reader')
    expect(await notes.until(({ length }) => length === 2)).toEqual([['hang'], ['hang']])
  })
})

describe('a mapping', () => {
  it('that is disabled invokes nothing, and goes on where it was when it is enabled', async () => {
    const { cloud, notes, put } = await start({ body: 'note(keys)', mapping: { Enabled: false } })
    await put('order', '1')
    await setEnabled(cloud, true)
    expect(await notes.until(({ length }) => length === 1)).toEqual([['1']])
    await setEnabled(cloud, false)
    await put('order', '2')
    await setEnabled(cloud, true)
    expect(await notes.until(({ length }) => length === 2)).toEqual([['1'], ['2']])
  })

  it('from LATEST misses what was written before it was enabled', async () => {
    const { cloud, notes, put } = await start({
      body: 'note(keys)',
      mapping: { Enabled: false, StartingPosition: 'LATEST' },
    })
    await put('order', '1')
    await setEnabled(cloud, true)
    await put('order', '2')
    expect(await notes.until(({ length }) => length === 1)).toEqual([['2']])
  })

  it('ends promptly although its function hangs', async () => {
    const { cloud, notes, put } = await start({
      body: 'note(keys); await new Promise(() => setInterval(() => {}, 1e9))',
      properties: { Timeout: 900 },
    })
    await put('order', '1')
    await notes.until(({ length }) => length === 1)
    const before = performance.now()
    await cloud.stop()
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})
