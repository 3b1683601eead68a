import {
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { functionResource } from '../lambda/lambda-resources.js'
import { startCloud } from '../start-cloud.js'

/** Fails on the first two days. */
const CONSUMER = `
  let first
  export const handler = async ({ Records }) => {
    first ??= Date.now()
    console.log('got ' + Records.map(({ body }) => body).join(','))
    if (Date.now() - first < 2 * 86_400_000) throw new Error('not yet')
  }`

it('a message that nobody could handle is moved aside, and back days later, on the clock of the local cloud', async () => {
  const cloud = await startCloud(
    {
      Dead: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 1209600 } },
      Orders: {
        Type: 'AWS::SQS::Queue',
        Properties: {
          VisibilityTimeout: 120,
          RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 3 },
        },
      },
      Consumer: functionResource('consumer'),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Orders', 'Arn'] },
          FunctionName: { Ref: 'Consumer' },
        },
      },
    },
    { assets: { consumer: { 'index.mjs': CONSUMER } } },
  )
  const sqs = new SQSClient(cloud.clientConfig)
  const SourceArn = cloud.attribute('Dead', 'Arn')
  const got = (): number => cloud.logLines('Consumer').filter((line) => line === 'got a').length
  await sqs.send(new SendMessageCommand({ QueueUrl: cloud.physicalId('Orders'), MessageBody: 'a' }))
  await cloud.clock.advance('1h')
  expect(got()).toBe(3)
  await cloud.clock.advance('3d')
  expect(got()).toBe(3)
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }))
  await cloud.clock.advance('1h')
  expect(got()).toBe(4)
  const { Results: tasks } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn }))
  expect(tasks).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }])
})
