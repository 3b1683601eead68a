import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DescribeEventBusCommand,
  EventBridgeClient,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge'
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import {
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { FaultKind, LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES, TABLE } from '../templates.js'

const once = { maxAttempts: 1 }

const entry = (n: number): object => ({
  Source: 'shop',
  DetailType: 'OrderPlaced',
  Detail: JSON.stringify({ n }),
})

function putEvents(cloud: LocalCloud, numbers: readonly number[], config: object = once): Promise<unknown> {
  const Entries = numbers.map(entry)
  return new EventBridgeClient({ ...cloud.clientConfig, ...config }).send(new PutEventsCommand({ Entries }))
}

const details = (cloud: LocalCloud): string[] => cloud.events().map(({ detailText }) => detailText)

async function queued(cloud: LocalCloud): Promise<number> {
  const { Attributes } = await new SQSClient(cloud.clientConfig).send(
    new GetQueueAttributesCommand({
      QueueUrl: cloud.physicalId('Orders'),
      AttributeNames: ['ApproximateNumberOfMessages'],
    }),
  )
  return Number(Attributes?.ApproximateNumberOfMessages)
}

type OwnError = readonly [service: string, name: string, httpStatusCode: number]

describe("a service's own error", () => {
  it.each<[FaultKind & ('throttle' | 'server-error' | 'unavailable'), readonly OwnError[]]>([
    [
      'throttle',
      [
        ['dynamodb', 'ThrottlingException', 400],
        ['events', 'ThrottlingException', 400],
        ['sqs', 'RequestThrottled', 403],
        ['lambda', 'TooManyRequestsException', 429],
        ['s3', 'SlowDown', 503],
      ],
    ],
    [
      'server-error',
      [
        ['dynamodb', 'InternalServerError', 500],
        ['events', 'InternalException', 500],
        ['sqs', 'InternalFailure', 500],
        ['lambda', 'ServiceException', 500],
        ['s3', 'InternalError', 500],
      ],
    ],
    [
      'unavailable',
      ['dynamodb', 'events', 'sqs', 'lambda', 's3'].map((service) => [service, 'ServiceUnavailable', 503]),
    ],
  ])('%s is seen as AWS means it, and the SDK tries again', async (kind, errors) => {
    const cloud = await startCloud({ ...QUEUES, Table: TABLE })
    for (const [service, name, httpStatusCode] of errors) {
      const remove = cloud.faults.inject({ service, kind })
      await expect(callOf(service, cloud, 1), service).rejects.toMatchObject({
        name,
        $metadata: { httpStatusCode, attempts: 1 },
      })
      expect(cloud.calls({ service }).at(-1)?.errorCode).toBe(name)
      remove()
      const strike = { kind, service, caller: { kind: 'user', name: 'user' } }
      cloud.faults.inject({ service, kind, times: 1 })
      expect(await callOf(service, cloud, 2), service).toMatchObject({
        $metadata: { httpStatusCode: 200, attempts: 2 },
      })
      expect(cloud.faults.applied().slice(-2)).toMatchObject([strike, strike])
    }
  })

  it('may be any other one', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', kind: 'error', code: 'AccessDeniedException', message: 'No.' })
    await expect(putEvents(cloud, [1], { maxAttempts: 3 })).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'No.',
      $metadata: { httpStatusCode: 400, attempts: 1 },
    })
  })
})

function callOf(service: string, cloud: LocalCloud, maxAttempts: number): Promise<unknown> {
  const config = { ...cloud.clientConfig, maxAttempts }
  switch (service) {
    case 'dynamodb': {
      const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
      return new DynamoDBClient(config).send(
        new GetItemCommand({ TableName: cloud.physicalId('Table'), Key }),
      )
    }
    case 'events':
      return new EventBridgeClient(config).send(new DescribeEventBusCommand({}))
    case 'sqs': {
      const message = { QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }
      return new SQSClient(config).send(new SendMessageCommand(message))
    }
    case 'lambda':
      return new LambdaClient(config).send(new ListFunctionsCommand({}))
    default:
      return new S3Client(config).send(new ListBucketsCommand({}))
  }
}

describe('a connection', () => {
  it('that is dropped before the request has no effect, and the SDK tries again', async () => {
    const cloud = await startCloud({})
    const remove = cloud.faults.inject({ service: 'events', kind: 'reset' })
    await expect(putEvents(cloud, [1])).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(details(cloud)).toEqual([])
    remove()
    cloud.faults.inject({ service: 'events', kind: 'reset', times: 1 })
    expect(await putEvents(cloud, [2], { maxAttempts: 2 })).toMatchObject({ $metadata: { attempts: 2 } })
    expect(details(cloud)).toEqual(['{"n":2}'])
  })

  it('that is dropped before the answer has an effect, twice when the SDK tries again', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', operation: 'PutEvents', kind: 'lost-answer', times: 1 })
    expect(await putEvents(cloud, [1], { maxAttempts: 2 })).toMatchObject({ $metadata: { attempts: 2 } })
    expect(details(cloud)).toEqual(['{"n":1}', '{"n":1}'])
    expect(cloud.calls().map(({ errorCode }) => errorCode)).toEqual(['ConnectionReset', undefined])
  })

  it('without an answer ends by the time-out of the client, without an effect', async () => {
    const cloud = await startCloud({})
    const remove = cloud.faults.inject({ service: 'events', kind: 'time-out' })
    const requestHandler = { requestTimeout: 100, throwOnRequestTimeout: true }
    await expect(putEvents(cloud, [1], { ...once, requestHandler })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await cloud.quiet()
    expect(details(cloud)).toEqual([])
    remove()
    await putEvents(cloud, [2])
    expect(details(cloud)).toEqual(['{"n":2}'])
  })

  it('that is held lets time pass, and is dropped when the span is over', async () => {
    const cloud = await startCloud({})
    cloud.faults.outage('events', { to: '10m', kind: 'time-out' })
    const begin = cloud.clock.now()
    let end: number | undefined
    const dropped = putEvents(cloud, [1]).catch((error: unknown) => {
      end = cloud.clock.now()
      return error
    })
    await cloud.clock.advance('9m')
    expect(end).toBeUndefined()
    await cloud.clock.advance('2m')
    expect(await dropped).toMatchObject({ code: 'ECONNRESET' })
    expect((end ?? 0) - begin).toBeGreaterThanOrEqual(600_000)
    expect(details(cloud)).toEqual([])
  })

  it('that is held is dropped when the fault is removed, all are cleared, or the local cloud ends', async () => {
    const cloud = await startCloud({})
    const held = async (release: () => unknown): Promise<unknown> => {
      const struck = new Promise<void>((resolve) => {
        cloud.listen({ onFault: () => resolve() })
      })
      const answer = putEvents(cloud, [1]).catch((error: unknown) => error)
      await struck
      await release()
      return answer
    }
    const remove = cloud.faults.inject({ service: 'events', kind: 'time-out' })
    expect(await held(remove)).toMatchObject({ code: 'ECONNRESET' })
    cloud.faults.inject({ service: 'events', kind: 'time-out' })
    expect(await held(() => cloud.faults.clear())).toMatchObject({ code: 'ECONNRESET' })
    cloud.faults.inject({ service: 'events', kind: 'time-out' })
    expect(await held(() => cloud.stop())).toMatchObject({ code: 'ECONNRESET' })
  })

  it('that is slow lets time pass before the service is asked', async () => {
    const cloud = await startCloud({})
    cloud.faults.inject({ service: 'events', kind: 'latency', latency: '40s' })
    const begin = cloud.clock.now()
    let end: number | undefined
    const put = putEvents(cloud, [1]).then(() => {
      end = cloud.clock.now()
    })
    await cloud.clock.advance('39s')
    expect(details(cloud)).toEqual([])
    await cloud.clock.advance('1s')
    await put
    expect((end ?? 0) - begin).toBeGreaterThanOrEqual(40_000)
    expect(details(cloud)).toEqual(['{"n":1}'])
  })
})

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

describe('an outage', () => {
  it('fails every call of its service from one time to another, and no other service', async () => {
    const cloud = await startCloud(QUEUES)
    cloud.faults.outage('sqs', { from: '5m', to: '10m' })
    const sqs = new SQSClient({ ...cloud.clientConfig, ...once })
    const send = (): Promise<unknown> =>
      sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }))
    await send()
    await cloud.clock.advance('5m')
    await expect(send()).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      $metadata: { httpStatusCode: 503 },
    })
    await expect(
      sqs.send(new ReceiveMessageCommand({ QueueUrl: cloud.physicalId('Orders') })),
    ).rejects.toMatchObject({ name: 'ServiceUnavailable' })
    await putEvents(cloud, [1])
    await cloud.clock.advance('5m')
    await send()
    expect(await queued(cloud)).toBe(2)
  })
})

describe('a fault', () => {
  it('may be about one queue only', async () => {
    const cloud = await startCloud(QUEUES)
    cloud.faults.inject({ service: 'sqs', kind: 'throttle', resource: 'Orders' })
    const sqs = new SQSClient({ ...cloud.clientConfig, ...once })
    const send = (name: string): Promise<unknown> =>
      sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId(name), MessageBody: 'x' }))
    await expect(send('Orders')).rejects.toMatchObject({ name: 'RequestThrottled' })
    await send('DeadLetters')
  })

  it('that is wrong is refused', async () => {
    const cloud = await startCloud(QUEUES)
    const reset = { service: 'sqs', kind: 'reset' } as const
    for (const [more, message] of [
      [{ service: 'SQS' }, 'Expected `service` to be a service name such as `events`, got `SQS` (string).'],
      [{ share: 2 }, 'Expected `share` to be from 0 to 1, got `2` (number).'],
      [{ to: 'soon' }, 'Expected `to` to be milliseconds or text such as 90s, 2h or 1d, got `soon`'],
      [{ caller: 'Nobody' }, "There is no resource 'Nobody' in the local cloud."],
      [{ resource: 'Nothing' }, "There is no resource 'Nothing' in the local cloud."],
    ] as const)
      expect(() => cloud.faults.inject({ ...reset, ...more })).toThrow(message)
  })
})

describe('what is deleted', () => {
  it('a bus: PutEvents succeeds and drops the event, and a new bus of the name takes events again', async () => {
    const cloud = await startCloud({ Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'orders' } } })
    const events = new EventBridgeClient(cloud.clientConfig)
    const put = (n: number): Promise<unknown> =>
      events.send(new PutEventsCommand({ Entries: [{ ...entry(n), EventBusName: 'orders' }] }))
    await put(1)
    await events.send(new DeleteEventBusCommand({ Name: 'orders' }))
    await expect(events.send(new DescribeEventBusCommand({ Name: 'orders' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    expect(await put(2)).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] })
    await cloud.quiet()
    expect(details(cloud)).toEqual(['{"n":1}'])
    await events.send(new CreateEventBusCommand({ Name: 'orders' }))
    await put(3)
    expect(details(cloud)).toEqual(['{"n":1}', '{"n":3}'])
  })

  it('the queue of a target: the event goes to the dead-letter queue; without that one a warning tells', async () => {
    const target = { Arn: { 'Fn::GetAtt': ['Target', 'Arn'] } }
    const queue = { Type: 'AWS::SQS::Queue' }
    const cloud = await startCloud({
      Target: queue,
      DeadLetters: queue,
      Policy: {
        Type: 'AWS::SQS::QueuePolicy',
        Properties: {
          Queues: [{ Ref: 'Target' }, { Ref: 'DeadLetters' }],
          PolicyDocument: {
            Statement: {
              Effect: 'Allow',
              Principal: { Service: 'events.amazonaws.com' },
              Action: 'sqs:SendMessage',
              Resource: '*',
            },
          },
        },
      },
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventPattern: { source: ['shop'] },
          Targets: [
            { Id: 'one', ...target, DeadLetterConfig: { Arn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] } } },
          ],
        },
      },
    })
    const sqs = new SQSClient(cloud.clientConfig)
    const deadLetters = cloud.physicalId('DeadLetters')
    await sqs.send(new DeleteQueueCommand({ QueueUrl: cloud.physicalId('Target') }))
    await putEvents(cloud, [1])
    await cloud.quiet()
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: deadLetters, MessageAttributeNames: ['ERROR_CODE'] }),
    )
    expect(Messages).toMatchObject([{ MessageAttributes: { ERROR_CODE: { StringValue: 'NO_RESOURCE' } } }])
    await sqs.send(new DeleteQueueCommand({ QueueUrl: deadLetters }))
    await putEvents(cloud, [2])
    await cloud.quiet()
    expect(cloud.warnings().join()).toContain('nor its dead-letter queue')
  })
})
