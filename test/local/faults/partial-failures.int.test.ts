import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { QUEUES, TABLE } from '../templates.js'
import { details, entry, once, putEvents, queued } from './put-events.js'

describe('some entries fail', () => {
  it('of PutEvents, by place, with the code told; the others are published', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      kind: 'partial',
      entries: [1, 3],
      code: 'ThrottlingException',
      message: 'Slow down.',
    })
    const failed = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Slow down.' }
    const published = { EventId: expect.any(String) }
    expect(await putEvents(cloud, [0, 1, 2, 3])).toMatchObject({
      FailedEntryCount: 2,
      Entries: [published, failed, published, failed],
    })
    expect(details(cloud)).toEqual(['{"n":0}', '{"n":2}'])
    expect(cloud.faults.applied()).toMatchObject([{ kind: 'partial', entries: [1, 3] }])
    expect(await putEvents(cloud, [4, 5, 6])).toMatchObject({ FailedEntryCount: 1 })
  })

  it('of PutEvents, by what they say, beside those that the service refuses itself', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      kind: 'partial',
      entries: ({ Detail }) => String(Detail).includes('1'),
    })
    const events = new EventBridgeClient({ ...cloud.clientConfig, ...once })
    const malformed = { Source: 'shop', DetailType: 'OrderPlaced', Detail: 'no JSON' }
    expect(
      await events.send(new PutEventsCommand({ Entries: [malformed, entry(1), entry(2)] })),
    ).toMatchObject({
      FailedEntryCount: 2,
      Entries: [
        { ErrorCode: 'MalformedDetail' },
        { ErrorCode: 'InternalFailure' },
        { EventId: expect.any(String) },
      ],
    })
    expect(await putEvents(cloud, [1])).toMatchObject({ FailedEntryCount: 1 })
    expect(details(cloud)).toEqual(['{"n":2}'])
  })

  it('of PutEvents, at least one by chance, the same ones for the same seed', async () => {
    const failures = async (seed: number): Promise<unknown> => {
      const cloud = await startCloud({}, { seed })
      cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'partial' })
      for (let call = 0; call < 10; call += 1) await putEvents(cloud, [0, 1, 2])
      const struck = cloud.faults.applied().map(({ entries = [] }) => entries)
      expect(struck.every(({ length }) => length >= 1)).toBe(true)
      expect(details(cloud)).toHaveLength(30 - struck.flat().length)
      return struck
    }
    const first = await failures(3)
    expect(await failures(3)).toEqual(first)
    expect(await failures(4)).not.toEqual(first)
  })

  it('of a batch of messages', async () => {
    const cloud = await startCloud(QUEUES)
    cloud.faults.inject({
      service: 'sqs',
      operation: 'SendMessageBatch',
      kind: 'partial',
      entries: [0],
      code: 'ServiceUnavailable',
    })
    const sqs = new SQSClient(cloud.clientConfig)
    const Entries = ['a', 'b'].map((Id) => ({ Id, MessageBody: Id }))
    expect(
      await sqs.send(new SendMessageBatchCommand({ QueueUrl: cloud.physicalId('Orders'), Entries })),
    ).toMatchObject({
      Successful: [{ Id: 'b' }],
      Failed: [{ Id: 'a', Code: 'ServiceUnavailable', SenderFault: false }],
    })
    expect(await queued(cloud)).toBe(1)
  })

  it('of a batch of statements, each with its own error', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const TableName = cloud.physicalId('Table')
    const dynamodb = new DynamoDBClient(cloud.clientConfig)
    for (const sk of ['0', '1', '2'])
      await dynamodb.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { S: sk } } }))
    cloud.faults.inject({
      service: 'dynamodb',
      operation: 'BatchExecuteStatement',
      kind: 'partial',
      entries: [1],
      code: 'ThrottlingError',
    })
    const Statements = ['0', '1', '2'].map((sk) => ({
      Statement: `UPDATE "${TableName}" SET done=? WHERE pk=? AND sk=?`,
      Parameters: [{ BOOL: true }, { S: 'a' }, { S: sk }],
    }))
    const { Responses = [] } = await dynamodb.send(new BatchExecuteStatementCommand({ Statements }))
    expect(Responses.map(({ Error: error }) => error?.Code)).toEqual([
      undefined,
      'ThrottlingError',
      undefined,
    ])
    const done = async (sk: string): Promise<unknown> => {
      const { Item } = await dynamodb.send(
        new GetItemCommand({ TableName, Key: { pk: { S: 'a' }, sk: { S: sk } } }),
      )
      return Item?.['done']?.BOOL
    }
    expect(await Promise.all(['0', '1', '2'].map(done))).toEqual([true, undefined, true])
  })

  it('of batches of items, which come back as unprocessed', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const TableName = cloud.physicalId('Table')
    const dynamodb = new DynamoDBClient(cloud.clientConfig)
    const target = { service: 'dynamodb', kind: 'partial', entries: [1] } as const
    const remove = cloud.faults.inject({ ...target, operation: 'BatchWriteItem' })
    const writes = ['0', '1', '2'].map((sk) => ({ PutRequest: { Item: { pk: { S: 'a' }, sk: { S: sk } } } }))
    const { UnprocessedItems } = await dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: writes } }),
    )
    expect(UnprocessedItems).toEqual({ [TableName]: [writes[1]] })
    remove()
    cloud.faults.inject({ ...target, operation: 'BatchGetItem' })
    const Keys = ['0', '1', '2'].map((sk) => ({ pk: { S: 'a' }, sk: { S: sk } }))
    const read = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } })
    const { Responses, UnprocessedKeys } = await dynamodb.send(read)
    expect(UnprocessedKeys).toEqual({ [TableName]: { Keys: [Keys[1]], ConsistentRead: true } })
    expect(Responses?.[TableName]?.map(({ sk }) => sk?.S).sort()).toEqual(['0', '2'])
  })
})
