import { CloudWatchClient, GetMetricDataCommand, ListMetricsCommand } from '@aws-sdk/client-cloudwatch'
import {
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { functionResource } from '../lambda/lambda-resources.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES, TABLE } from '../templates.js'

const MINUTE = 60_000

/** The values of a metric, each as often as it came. */
async function values(
  cloud: LocalCloud,
  namespace: string,
  name: string,
  dimensions: Readonly<Record<string, string>>,
): Promise<number[]> {
  const points = await cloud.metrics({ namespace, name, dimensions })
  return points.flatMap(({ value, count }) => Array.from({ length: count }, () => value))
}

const EMF = `exports.handler = async ({ fail, line }) => {
  if (fail) throw new TypeError('no')
  process.stdout.write(line + '\\n')
}`

function embedded(at: number, more: object = {}): string {
  const CloudWatchMetrics = [
    { Namespace: 'Shop', Dimensions: [['service']], Metrics: [{ Name: 'Orders', Unit: 'Count' }] },
  ]
  return JSON.stringify({ _aws: { Timestamp: at, CloudWatchMetrics }, service: 'orders', Orders: 3, ...more })
}

describe('metrics of functions', () => {
  it('are those of their logs and of their invocations', async () => {
    const resources = {
      Worker: functionResource('emf'),
      Busy: functionResource('emf', { ReservedConcurrentExecutions: 0 }),
    }
    const cloud = await startCloud(resources, { assets: { emf: { 'index.js': EMF } } })
    await cloud.clock.advance('3h')
    const at = Math.floor(cloud.clock.now())
    await cloud.invoke('Worker', { line: embedded(at) })
    await cloud.invoke('Worker', { line: embedded(at, { service: 7 }) })
    await cloud.invoke('Worker', { line: embedded(at, { service: 7 }) })
    await cloud.invoke('Worker', { fail: true })
    await expect(cloud.invoke('Busy', { line: '' })).rejects.toMatchObject({
      code: 'TooManyRequestsException',
    })

    expect(await cloud.metrics({ namespace: 'Shop' })).toEqual([
      {
        namespace: 'Shop',
        name: 'Orders',
        dimensions: { service: 'orders' },
        value: 3,
        unit: 'Count',
        at: new Date(at),
        count: 1,
      },
    ])
    const worker = cloud.physicalId('Worker')
    expect(cloud.warnings().filter((warning) => warning.includes('metrics'))).toEqual([
      `${worker} wrote metrics that CloudWatch does not take: \`service\` is no text.`,
    ])
    const FunctionName = worker
    const lambda = (
      name: string,
      dimensions: Readonly<Record<string, string>> = { FunctionName },
    ): Promise<number[]> => values(cloud, 'AWS/Lambda', name, dimensions)
    expect(await lambda('Invocations')).toEqual([1, 1, 1, 1])
    expect((await lambda('Errors')).sort()).toEqual([0, 0, 0, 1])
    expect(await lambda('ConcurrentExecutions')).toEqual([1, 1, 1, 1])
    expect(await lambda('Duration')).toHaveLength(4)
    expect(await lambda('Throttles', { FunctionName: cloud.physicalId('Busy') })).toEqual([1])
    expect((await lambda('Throttles', {})).filter((value) => value > 0)).toEqual([1])
  })
})

describe('metrics of services', () => {
  it('tell of PutEvents what came in, what failed and what was throttled', async () => {
    const cloud = await startCloud({})
    const events = new EventBridgeClient({ ...cloud.clientConfig, maxAttempts: 1 })
    const put = (...details: readonly string[]): Promise<unknown> =>
      events.send(
        new PutEventsCommand({
          Entries: details.map((Detail) => ({ Source: 'shop', DetailType: 'OrderPlaced', Detail })),
        }),
      )
    await put('{}', 'no JSON')
    cloud.faults.inject({ service: 'events', kind: 'throttle', times: 1 })
    await expect(put('{}')).rejects.toThrow()
    cloud.faults.inject({ service: 'events', kind: 'reset', times: 1 })
    await expect(put('{}')).rejects.toThrow()
    cloud.faults.inject({ service: 'events', kind: 'lost-answer', times: 1 })
    await expect(put('{}')).rejects.toThrow()
    cloud.faults.inject({
      service: 'events',
      operation: 'PutEvents',
      kind: 'partial',
      entries: [0, 1],
      times: 1,
    })
    await put('{}', '{}', '{}')
    const sum = async (name: string): Promise<number> =>
      (await values(cloud, 'AWS/Events', name, {})).reduce((total, value) => total + value, 0)
    expect({
      calls: await sum('PutEventsApproximateCallCount'),
      succeeded: await sum('PutEventsApproximateSuccessCount'),
      throttled: await sum('PutEventsApproximateThrottledCount'),
      failed: await sum('PutEventsApproximateFailedCount'),
      entries: await sum('PutEventsEntriesCount'),
      failedEntries: await sum('PutEventsFailedEntriesCount'),
    }).toEqual({ calls: 4, succeeded: 3, throttled: 1, failed: 0, entries: 6, failedEntries: 3 })
    expect(await values(cloud, 'AWS/Events', 'PutEventsLatency', {})).toHaveLength(4)
  })

  it('tell of DynamoDB by table and operation', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const dynamodb = new DynamoDBClient({ ...cloud.clientConfig, maxAttempts: 1 })
    const TableName = cloud.physicalId('Table')
    const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
    const create = { TableName, Item: Key, ConditionExpression: 'attribute_not_exists(pk)' }
    await dynamodb.send(new PutItemCommand(create))
    await expect(dynamodb.send(new PutItemCommand(create))).rejects.toThrow()
    const TransactItems = [{ Put: create }]
    await expect(dynamodb.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toThrow()
    await dynamodb.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))
    await expect(dynamodb.send(new GetItemCommand({ TableName, Key: { pk: Key.pk } }))).rejects.toThrow()
    for (const kind of ['throttle', 'server-error'] as const) {
      cloud.faults.inject({ service: 'dynamodb', operation: 'PutItem', kind, times: 1 })
      await expect(dynamodb.send(new PutItemCommand({ TableName, Item: Key }))).rejects.toThrow()
    }
    cloud.faults.inject({ service: 'dynamodb', kind: 'throttle' })
    const IndexName = 'by-other'
    const KeyConditionExpression = 'other = :other'
    const byOther = { TableName, IndexName, KeyConditionExpression }
    const throttled: readonly Promise<unknown>[] = [
      dynamodb.send(new GetItemCommand({ TableName, Key })),
      dynamodb.send(new QueryCommand(byOther)),
      dynamodb.send(new ExecuteStatementCommand({ Statement: `SELECT * FROM "${TableName}"` })),
      dynamodb.send(new ExecuteStatementCommand({ Statement: `DELETE FROM "${TableName}" WHERE pk = 'a'` })),
      dynamodb.send(new TransactWriteItemsCommand({ TransactItems })),
    ]
    for (const call of throttled) await expect(call).rejects.toThrow()
    const metric = (name: string, dimensions: Readonly<Record<string, string>>): Promise<number[]> =>
      values(cloud, 'AWS/DynamoDB', name, dimensions)
    const ofIndex = { TableName, GlobalSecondaryIndexName: IndexName }
    expect(await metric('ReadThrottleEvents', { TableName })).toEqual([1, 1])
    expect(await metric('ReadThrottleEvents', ofIndex)).toEqual([1])
    expect(await metric('WriteThrottleEvents', { TableName })).toEqual([1, 1, 1])
    const put = { TableName, Operation: 'PutItem' }
    expect(await metric('ThrottledRequests', put)).toEqual([1])
    expect(await metric('SystemErrors', put)).toEqual([1])
    expect(await metric('SuccessfulRequestLatency', put)).toHaveLength(1)
    expect(await metric('SuccessfulRequestLatency', { TableName, Operation: 'GetItem' })).toHaveLength(1)
    expect(await metric('UserErrors', {})).toEqual([1])
    expect(await metric('ConditionalCheckFailedRequests', { TableName })).toEqual([1, 1])
    expect(await metric('ConsumedWriteCapacityUnits', { TableName })).toEqual([1])
    expect(await metric('ConsumedReadCapacityUnits', { TableName })).toEqual([1])
  })

  it('tell of a transaction over two tables what it cost each of them', async () => {
    const cloud = await startCloud({ One: TABLE, Other: TABLE })
    const Item = { pk: { S: 'a' }, sk: { S: 'b' } }
    const puts = (...names: readonly string[]) =>
      names.map((name, place) => ({
        Put: { TableName: cloud.physicalId(name), Item: { ...Item, sk: { S: String(place) } } },
      }))
    await new DynamoDBClient(cloud.clientConfig).send(
      new TransactWriteItemsCommand({ TransactItems: puts('One', 'Other', 'Other') }),
    )
    const consumed = (name: string): Promise<number[]> =>
      values(cloud, 'AWS/DynamoDB', 'ConsumedWriteCapacityUnits', { TableName: cloud.physicalId(name) })
    expect(await consumed('One')).toEqual([2])
    expect(await consumed('Other')).toEqual([4])
  })

  it('tell of queues what is sent, received and deleted', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Orders')
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'ü' }))
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }))
    const QueueName = cloud.attribute('Orders', 'QueueName')
    const metric = (name: string): Promise<number[]> => values(cloud, 'AWS/SQS', name, { QueueName })
    expect(await metric('NumberOfMessagesSent')).toEqual([1])
    expect(await metric('SentMessageSize')).toEqual([2])
    expect(await metric('NumberOfMessagesReceived')).toEqual([1, 0])
    expect(await metric('NumberOfEmptyReceives')).toEqual([1])
    expect(await metric('NumberOfMessagesDeleted')).toEqual([1])
  })
})

describe('the gauges of a queue', () => {
  it('follow its messages minute by minute, also those that move by themselves', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Orders')
    // The middle of a minute.
    await cloud.clock.advance(90_000 - (cloud.clock.now() % MINUTE))
    const start = Math.floor(cloud.clock.now() / MINUTE) * MINUTE
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'delayed', DelaySeconds: 165 }))
    await cloud.clock.advance('4m')
    await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 60 }))
    await cloud.clock.advance('30s')
    await cloud.clock.advance('1m')
    // It gets nothing: the message was received once, and goes to the dead-letter queue.
    await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
    await cloud.clock.advance('3m')

    const byMinute = async (name: string, queue: string): Promise<(number | undefined)[]> => {
      const points = await cloud.metrics({
        namespace: 'AWS/SQS',
        name,
        dimensions: { QueueName: cloud.attribute(queue, 'QueueName') },
      })
      return Array.from(
        { length: 9 },
        (_, minute) => points.findLast(({ at }) => at.getTime() === start + minute * MINUTE)?.value,
      )
    }
    const orders = (name: string): Promise<unknown> => byMinute(name, 'Orders')
    expect(await orders('ApproximateNumberOfMessagesDelayed')).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0])
    expect(await orders('ApproximateNumberOfMessagesVisible')).toEqual([0, 0, 0, 1, 0, 1, 0, 0, 0])
    expect(await orders('ApproximateNumberOfMessagesNotVisible')).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0])
    const sentAt = cloud.calls({ operation: 'SendMessage' })[0]?.at.getTime() ?? 0
    const ages = (await byMinute('ApproximateAgeOfOldestMessage', 'Orders')).map(Number)
    // The call came in a little before the message.
    for (const [minute, age] of ages.slice(0, 6).entries())
      expect(Math.abs((start + (minute + 1) * MINUTE - sentAt) / 1000 - age)).toBeLessThan(2)
    expect(ages.slice(6)).toEqual([0, 0, 0])
    const deadLetters = await byMinute('ApproximateNumberOfMessagesVisible', 'DeadLetters')
    expect(deadLetters).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1])
  })

  it('leave a message that nobody can handle out of the age, which would hide all others', async () => {
    const cloud = await startCloud({ Orders: { Type: 'AWS::SQS::Queue' } })
    const sqs = new SQSClient(cloud.clientConfig)
    const QueueUrl = cloud.physicalId('Orders')
    const age = async (): Promise<number | undefined> => {
      const points = await cloud.metrics({
        namespace: 'AWS/SQS',
        name: 'ApproximateAgeOfOldestMessage',
        dimensions: { QueueName: cloud.attribute('Orders', 'QueueName') },
      })
      return points.at(-1)?.value
    }
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'poison' }))
    await cloud.clock.advance('1h')
    expect(await age()).toBeGreaterThanOrEqual(3600)
    for (let receives = 0; receives < 4; receives += 1)
      await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
    expect(await age()).toBe(0)
    // Nor does its age grow while nobody looks.
    await cloud.clock.advance('1h')
    expect(await age()).toBe(0)
  })

  it('cost nothing while nothing changes: a day with a full queue is one jump', async () => {
    const cloud = await startCloud(QUEUES)
    const sqs = new SQSClient(cloud.clientConfig)
    await sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }))
    await cloud.clock.advance('2m')
    let jumps = 0
    cloud.clock.onJump(() => {
      jumps += 1
    })
    await cloud.clock.advance('1d')
    expect(jumps).toBe(1)
    const points = await cloud.metrics({
      namespace: 'AWS/SQS',
      name: 'ApproximateAgeOfOldestMessage',
      dimensions: { QueueName: cloud.attribute('Orders', 'QueueName') },
    })
    expect(points.length).toBeGreaterThan(24 * 60)
    expect(points.at(-1)?.value).toBeGreaterThanOrEqual(24 * 3600)
  })
})

describe('CloudWatch', () => {
  it('answers a real client with what was measured', async () => {
    const cloud = await startCloud(QUEUES)
    const cloudwatch = new CloudWatchClient(cloud.clientConfig)
    // What is sent in one minute and measured in the next one belongs to two points.
    await cloud.clock.advance(MINUTE - (cloud.clock.now() % MINUTE))
    await new SQSClient(cloud.clientConfig).send(
      new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'x' }),
    )
    const QueueName = cloud.attribute('Orders', 'QueueName')
    const metric = (name: string): object => ({
      MetricStat: {
        Metric: {
          Namespace: 'AWS/SQS',
          MetricName: name,
          Dimensions: [{ Name: 'QueueName', Value: QueueName }],
        },
        Period: 60,
        Stat: 'Maximum',
      },
    })
    const now = cloud.clock.now()
    const { MetricDataResults } = await cloudwatch.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - 5 * MINUTE),
        EndTime: new Date(now + MINUTE),
        MetricDataQueries: [
          { Id: 'visible', ...metric('ApproximateNumberOfMessagesVisible') },
          { Id: 'sent', ReturnData: false, ...metric('NumberOfMessagesSent') },
          { Id: 'both', Expression: 'visible + sent', Label: 'Both' },
        ],
      }),
    )
    const Timestamps = [new Date(Math.floor(now / MINUTE) * MINUTE)]
    expect(MetricDataResults).toEqual([
      {
        Id: 'visible',
        Label: 'ApproximateNumberOfMessagesVisible',
        Timestamps,
        Values: [1],
        StatusCode: 'Complete',
      },
      { Id: 'both', Label: 'Both', Timestamps, Values: [2], StatusCode: 'Complete' },
    ])
    const { Metrics } = await cloudwatch.send(new ListMetricsCommand({ MetricName: 'NumberOfMessagesSent' }))
    expect(Metrics).toEqual([
      {
        Namespace: 'AWS/SQS',
        MetricName: 'NumberOfMessagesSent',
        Dimensions: [{ Name: 'QueueName', Value: QueueName }],
      },
    ])
  })
})
