import { Duration } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { resource } from '../fixture.js'
import { consumerFixture, type FewProps, handlerFunction } from './consumer-fixture.js'

const QUEUES = ['OutboxShippingQueue', 'OutboxShippingDeadLetterQueue', 'OutboxShippingUndeliveredQueue']
const DAY = 24 * 60 * 60

function part(type: string, id: string, props: Parameters<typeof consumerFixture>[0] = {}) {
  return resource(consumerFixture(props).template(), type, id)
}
const queue = (props?: Parameters<typeof consumerFixture>[0], id = 'OutboxShippingQueue') =>
  part('AWS::SQS::Queue', id, props).Properties
const mapping = (props?: FewProps) =>
  part('AWS::Lambda::EventSourceMapping', 'OutboxShippingMapping', props).Properties
const target = (props?: FewProps): unknown => {
  const { Targets } = part('AWS::Events::Rule', 'OutboxShippingRule', props).Properties
  return Array.isArray(Targets) ? Targets[0] : undefined
}
const arnOf = (id: string) => ({ 'Fn::GetAtt': [expect.stringMatching(`^${id}`), 'Arn'] })

describe.each(QUEUES)('%s', (id) => {
  it('keeps messages as long as SQS can, encrypted, and stays when the stack goes', () => {
    const { Properties, ...rest } = part('AWS::SQS::Queue', id)
    expect(Properties).toMatchObject({ MessageRetentionPeriod: 14 * DAY, SqsManagedSseEnabled: true })
    expect(Properties).not.toHaveProperty('FifoQueue')
    expect(rest).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
  })

  it('refuses whatever comes without TLS', () => {
    const { PolicyDocument } = part('AWS::SQS::QueuePolicy', id).Properties
    expect(PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Effect: 'Deny',
          Action: 'sqs:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ]),
    })
  })
})

describe('the queue', () => {
  it('is tried five times, then its messages are dead letters', () => {
    expect(queue()).toMatchObject({
      RedrivePolicy: { deadLetterTargetArn: arnOf('OutboxShippingDeadLetterQueue'), maxReceiveCount: 5 },
    })
    expect(queue({ maxReceiveCount: 7 })).toMatchObject({ RedrivePolicy: { maxReceiveCount: 7 } })
  })

  it("hides a message for six of the handler's time-outs, that of Lambda itself included, and the window", () => {
    const handler = (seconds: number) => (stack: Parameters<typeof handlerFunction>[0]) => ({
      handler: handlerFunction(stack, 'Timed', { timeout: Duration.seconds(seconds) }),
    })
    expect(queue()).toMatchObject({ VisibilityTimeout: 18 })
    expect(queue(handler(20))).toMatchObject({ VisibilityTimeout: 120 })
    expect(queue({ maxBatchingWindow: Duration.seconds(5) })).toMatchObject({ VisibilityTimeout: 23 })
    expect(queue({ visibilityTimeout: Duration.minutes(2) })).toMatchObject({ VisibilityTimeout: 120 })
  })

  it('keeps messages as long as it is told; the others as long as they can', () => {
    const props = { retention: Duration.days(2) }
    expect(queue(props)).toMatchObject({ MessageRetentionPeriod: 2 * DAY })
    expect(queue(props, 'OutboxShippingDeadLetterQueue')).toMatchObject({ MessageRetentionPeriod: 14 * DAY })
  })

  it('takes messages from the rule alone', () => {
    const { PolicyDocument } = part('AWS::SQS::QueuePolicy', 'OutboxShippingQueue').Properties
    expect(PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { ArnEquals: { 'aws:SourceArn': arnOf('OutboxShippingRule') } },
        }),
      ]),
    })
  })
})

describe('the mapping', () => {
  it('answers message by message', () => {
    expect(mapping()).toMatchObject({
      EventSourceArn: arnOf('OutboxShippingQueue'),
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      Enabled: true,
    })
    expect(mapping()).not.toHaveProperty('MaximumBatchingWindowInSeconds')
    expect(mapping()).not.toHaveProperty('ScalingConfig')
  })

  it('has what it was told', () => {
    expect(
      mapping({ batchSize: 100, maxBatchingWindow: Duration.seconds(5), maxConcurrency: 3 }),
    ).toMatchObject({
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 5,
      ScalingConfig: { MaximumConcurrency: 3 },
    })
  })
})

describe('the rule', () => {
  it('sends the whole event, and what it cannot send to the undelivered queue', () => {
    expect(target()).toEqual({
      Id: 'Target0',
      Arn: arnOf('OutboxShippingQueue'),
      DeadLetterConfig: { Arn: arnOf('OutboxShippingUndeliveredQueue') },
    })
  })

  it('of a FIFO queue sends the detail alone, by aggregate', () => {
    expect(target({ fifo: true })).toEqual({
      Id: 'Target0',
      Arn: arnOf('OutboxShippingQueue'),
      DeadLetterConfig: { Arn: arnOf('OutboxShippingUndeliveredQueue') },
      InputPath: '$.detail',
      SqsParameters: { MessageGroupId: '$.detail.metadata.aggregateId' },
    })
  })
})

describe('a FIFO queue', () => {
  it('deduplicates by the body, group by group', () => {
    expect(queue({ fifo: true })).toMatchObject({
      FifoQueue: true,
      ContentBasedDeduplication: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    })
  })

  it('has a FIFO dead-letter queue, and a standard one for the rule: EventBridge takes no other', () => {
    expect(queue({ fifo: true }, 'OutboxShippingDeadLetterQueue')).toMatchObject({ FifoQueue: true })
    expect(queue({ fifo: true }, 'OutboxShippingUndeliveredQueue')).not.toHaveProperty('FifoQueue')
  })
})

describe('a hold', () => {
  const held = (hold: FewProps) => queue({ allEventsOf: 'Order', inbox: true, hold })

  it.each<[string, FewProps, number]>([
    ['of 15 minutes, every 10 seconds', {}, 95],
    ['that does not divide evenly', { deadline: Duration.seconds(100), retryAfter: Duration.seconds(30) }, 9],
  ])('%s has its tries, and five', (_, hold, maxReceiveCount) => {
    expect(held(hold)).toMatchObject({ RedrivePolicy: { maxReceiveCount } })
  })
})

describe('metrics are those of the queues, of which the highest counts', () => {
  const { consumer } = consumerFixture()

  it.each([
    ['metricWaiting', consumer.metricWaiting(), 'ApproximateNumberOfMessagesVisible', consumer.queue],
    [
      'metricOldestMessageAge',
      consumer.metricOldestMessageAge(),
      'ApproximateAgeOfOldestMessage',
      consumer.queue,
    ],
    [
      'metricDeadLetters',
      consumer.metricDeadLetters(),
      'ApproximateNumberOfMessagesVisible',
      consumer.deadLetterQueue,
    ],
    [
      'metricUndelivered',
      consumer.metricUndelivered(),
      'ApproximateNumberOfMessagesVisible',
      consumer.undeliveredQueue,
    ],
  ])('%s', (_, metric, metricName, of) => {
    expect(metric).toMatchObject({
      namespace: 'AWS/SQS',
      metricName,
      statistic: 'Maximum',
      dimensions: { QueueName: of.queueName },
    })
  })

  it('take options', () => {
    expect(consumer.metricWaiting({ period: Duration.minutes(1), statistic: 'Average' })).toMatchObject({
      period: Duration.minutes(1),
      statistic: 'Average',
    })
  })
})
