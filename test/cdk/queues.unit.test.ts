import { describe, expect, it } from 'vitest'
import { outboxFixture, resource } from './fixture.js'

const QUEUES = ['OutboxDeadLetterQueue', 'OutboxRedriveQueue', 'OutboxRelayFailureQueue']

describe.each(QUEUES)('%s', (id) => {
  const template = outboxFixture().template()

  it('keeps messages as long as SQS can, encrypted', () => {
    expect(resource(template, 'AWS::SQS::Queue', id).Properties).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
      SqsManagedSseEnabled: true,
    })
  })

  it('refuses whatever comes without TLS', () => {
    const { Queues, PolicyDocument } = resource(template, 'AWS::SQS::QueuePolicy', id).Properties
    expect(Queues).toEqual([{ Ref: expect.stringMatching(id) }])
    expect(PolicyDocument).toMatchObject({
      Statement: [
        { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ],
    })
  })
})

it('notices can be redriven: an SQS queue names their queue as its dead-letter queue', () => {
  const { RedrivePolicy, VisibilityTimeout } = resource(
    outboxFixture().template(),
    'AWS::SQS::Queue',
    'OutboxRedriveQueue',
  ).Properties
  expect(RedrivePolicy).toEqual({
    deadLetterTargetArn: { 'Fn::GetAtt': [expect.stringMatching(/^OutboxDeadLetterQueue/), 'Arn'] },
    maxReceiveCount: 5,
  })
  expect(VisibilityTimeout).toBe(6 * 60)
})

it('a redrive has time for six tries before its message shows again', () => {
  const template = outboxFixture().template()
  const { VisibilityTimeout } = resource(template, 'AWS::SQS::Queue', 'OutboxRedriveQueue').Properties
  const { Timeout } = resource(template, 'AWS::Lambda::Function', 'OutboxRedrive').Properties
  expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * Number(Timeout))
})
