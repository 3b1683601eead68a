import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchExecuteStatementCommand, BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { OutboxStore, type RowChange } from '../../lib/store/outbox-store.js'
import { keyText } from '../../lib/store/row-key.js'

const dynamodb = mockClient(DynamoDBDocumentClient)
const store = new OutboxStore(DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' })), {
  tableName: 'orders',
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  ttlAttribute: 'expiresAt',
})

beforeEach(() => {
  dynamodb.reset()
})

const key = (index: number): { partition: string; sort: string } => ({
  partition: 'OUTBOX#Thing#1',
  sort: `e${index}`,
})
const changes = (count: number): RowChange[] =>
  Array.from({ length: count }, (_, index) => ({
    key: key(index),
    transition: 'noticeSent',
    values: { diedAt: 'd', newShard: 'D#eu-west-1#11' },
  }))

describe('the answers to a batch of steps', () => {
  it('are read row by row, and only an answer without an error is proof', async () => {
    dynamodb.on(BatchExecuteStatementCommand).resolves({
      Responses: [
        { TableName: 'orders' },
        { Error: { Code: 'ConditionalCheckFailed', Message: 'no' } },
        { Error: { Code: 'ThrottlingError' } },
        { Error: {} },
      ],
    })
    expect(await store.apply(changes(5))).toEqual([
      { kind: 'done' },
      { kind: 'lost' },
      { kind: 'failed', errorCode: 'ThrottlingError' },
      { kind: 'failed', errorCode: 'UnknownError' },
      { kind: 'failed', errorCode: 'NoAnswer' },
    ])
  })

  it('come from calls of at most 25 rows; a call that fails as a whole fails its own rows only', async () => {
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
    dynamodb.on(BatchExecuteStatementCommand).callsFake(({ Statements }) => {
      if (Statements[0].Parameters.includes('e25')) throw throttled
      return { Responses: Statements.map(() => ({})) }
    })
    const results = await store.apply(changes(60))
    expect(
      dynamodb.commandCalls(BatchExecuteStatementCommand).map(({ args }) => args[0].input.Statements?.length),
    ).toEqual([25, 25, 10])
    expect(results.map(({ kind }) => kind)).toEqual([
      ...Array(25).fill('done'),
      ...Array(25).fill('failed'),
      ...Array(10).fill('done'),
    ])
    expect(results[25]).toEqual({ kind: 'failed', errorCode: 'ThrottlingException' })
  })

  it('to no steps need no call', async () => {
    expect(await store.apply([])).toEqual([])
    expect(dynamodb.calls()).toHaveLength(0)
  })
})

describe('a look-up', () => {
  it('reads consistently, in calls of at most 100 keys, and only what it needs', async () => {
    dynamodb.on(BatchGetCommand).resolves({ Responses: { orders: [] } })
    await store.lookUp(Array.from({ length: 201 }, (_, index) => key(index)))
    const requests = dynamodb
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.['orders'])
    expect(requests.map((request) => request?.Keys?.length)).toEqual([100, 100, 1])
    for (const request of requests) {
      expect(request?.ConsistentRead).toBe(true)
      expect(Object.values(request?.ExpressionAttributeNames ?? {}).sort()).toEqual([
        'obDiedAt',
        'obDue',
        'obShard',
        'obStatus',
        'pk',
        'sk',
      ])
    }
  })

  it('names a key once, for DynamoDB refuses a call that names one twice', async () => {
    dynamodb.on(BatchGetCommand).resolves({
      Responses: { orders: [{ pk: 'OUTBOX#Thing#1', sk: 'e1', obStatus: 'PENDING' }] },
    })
    const { states } = await store.lookUp([key(1), key(2), key(1)])
    expect(dynamodb.commandCalls(BatchGetCommand)[0]?.args[0].input.RequestItems?.['orders']?.Keys).toEqual([
      { pk: 'OUTBOX#Thing#1', sk: 'e1' },
      { pk: 'OUTBOX#Thing#1', sk: 'e2' },
    ])
    expect([...states.keys()]).toEqual([keyText(key(1))])
  })

  it('tells keys that DynamoDB left unprocessed from rows that are gone', async () => {
    dynamodb.on(BatchGetCommand).resolves({
      Responses: {
        orders: [{ pk: 'OUTBOX#Thing#1', sk: 'e1', obStatus: 'DEAD', obShard: 'D#eu-west-1#11', obDue: 'd' }],
      },
      UnprocessedKeys: { orders: { Keys: [{ pk: 'OUTBOX#Thing#1', sk: 'e2' }] } },
    })
    const { states, unread } = await store.lookUp([key(1), key(2), key(3)])
    expect(states).toEqual(
      new Map([[keyText(key(1)), { status: 'DEAD', shard: 'D#eu-west-1#11', due: 'd' }]]),
    )
    expect(unread).toEqual(new Set([keyText(key(2))]))
  })

  it('passes the error of a call on', async () => {
    dynamodb.on(BatchGetCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))
    await expect(store.lookUp([key(1)])).rejects.toMatchObject({ name: 'AccessDeniedException' })
  })
})
