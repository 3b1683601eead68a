import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DescribeEventBusCommand,
  EventBridgeClient,
  PutEventsCommand,
} from '@aws-sdk/client-eventbridge'
import { DeleteQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { details, entry, putEvents } from './put-events.js'

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
