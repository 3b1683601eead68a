import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import {
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda'
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { awsClients } from '../../lib/cli/operate/aws-clients.js'
import { type ConsumerQueue, findConsumer } from '../../lib/cli/replay/find-consumer.js'

const FUNCTION = 'arn:aws:lambda:eu-west-1:111122223333:function:f'
const SHIPPING = { name: 'Shipping', stack: 'Shop' }
const urlOf = (queue: string): string => `https://sqs.eu-west-1.amazonaws.com/111122223333/${queue}`

/** A stack with the consumer Shipping, whose function reads these queues, and is told this. */
async function found(
  queues: readonly string[],
  wanted: Parameters<typeof findConsumer>[1] = SHIPPING,
  variables: Readonly<Record<string, string>> = {},
): Promise<ConsumerQueue> {
  const cloudFormation = new CloudFormationClient({ region: 'eu-west-1' })
  const lambda = new LambdaClient({ region: 'eu-west-1' })
  const sqs = new SQSClient({ region: 'eu-west-1' })
  const summary = (ResourceType: string, PhysicalResourceId: string) => ({
    ResourceType,
    PhysicalResourceId,
    LogicalResourceId: PhysicalResourceId,
    LastUpdatedTimestamp: new Date(0),
    ResourceStatus: 'CREATE_COMPLETE' as const,
  })
  mockClient(cloudFormation)
    .on(ListStackResourcesCommand)
    .resolves({
      StackResourceSummaries: [
        summary('AWS::Lambda::Function', 'f'),
        ...queues.map((queue) => summary('AWS::Lambda::EventSourceMapping', queue)),
      ],
    })
  mockClient(lambda)
    .on(GetFunctionConfigurationCommand)
    .resolves({
      FunctionArn: FUNCTION,
      Environment: { Variables: { OUTBOX_CONSUMER_NAME: 'Shipping', ...variables } },
    })
    .on(GetEventSourceMappingCommand)
    .callsFake(({ UUID }) => ({
      FunctionArn: FUNCTION,
      EventSourceArn: `arn:aws:sqs:eu-west-1:111122223333:${UUID}`,
    }))
  mockClient(sqs)
    .on(GetQueueUrlCommand)
    .callsFake(({ QueueName }) => ({ QueueUrl: urlOf(QueueName) }))
    .on(GetQueueAttributesCommand)
    .resolves({})
  return findConsumer({ ...awsClients({}), cloudFormation, lambda, sqs }, wanted)
}

describe('the queue of a consumer', () => {
  it('is the only one that its function reads', async () => {
    expect(await found(['ShippingQueue'])).toMatchObject({ queueUrl: urlOf('ShippingQueue') })
  })

  it('is the one that its function is told, among several', async () => {
    const variables = { OUTBOX_CONSUMER_QUEUE_URL: urlOf('ShippingQueue') }
    expect(await found(['Commands', 'ShippingQueue'], SHIPPING, variables)).toMatchObject({
      queueUrl: urlOf('ShippingQueue'),
    })
  })

  it('is not guessed where there are several', async () => {
    await expect(found(['Commands', 'ShippingQueue'])).rejects.toThrow(
      'Consumer Shipping of stack Shop reads several queues: choose the one that its rule fills with --to-queue <url>. They are Commands, ShippingQueue',
    )
  })

  it('is the one that the person chooses of them, and no other', async () => {
    const queues = ['Commands', 'ShippingQueue']
    const told = (queue: string) => ({ ...SHIPPING, queueUrl: urlOf(queue) })
    expect(await found(queues, told('ShippingQueue'))).toMatchObject({ queueUrl: urlOf('ShippingQueue') })
    await expect(found(queues, told('Billing'))).rejects.toThrow(
      `Expected --to-queue to be a queue from which consumer Shipping of stack Shop reads, got ${urlOf('Billing')}: it reads Commands, ShippingQueue`,
    )
  })

  it('is missed where it reads none', async () => {
    await expect(found([])).rejects.toThrow('Consumer Shipping of stack Shop reads no queue')
  })
})
