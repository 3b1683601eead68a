import {
  CreateEventBusCommand,
  DeleteRuleCommand,
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge'
import { expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { receiveMessages } from './fixture/receive-messages.js'
import { queues } from './fixture/target-resources.js'

const RULE_ARN = 'arn:aws:events:us-east-1:000000000000:rule/tick'

it('a rule of a template runs at its rate and sends its own event', async () => {
  const cloud = await startCloud({
    ...queues('Q'),
    Tick: {
      Type: 'AWS::Events::Rule',
      Properties: {
        Name: 'tick',
        ScheduleExpression: 'rate(5 minutes)',
        Targets: [{ Id: 't', Arn: { 'Fn::GetAtt': ['Q', 'Arn'] } }],
      },
    },
    // Scheduled events do not pass over the bus.
    Spy: {
      Type: 'AWS::Events::Rule',
      Properties: {
        EventPattern: { source: ['aws.events'] },
        Targets: [{ Id: 't', Arn: { 'Fn::GetAtt': ['Q', 'Arn'] } }],
      },
    },
  })
  await cloud.clock.advance('4m')
  expect(await receiveMessages(cloud, 'Q')).toEqual([])
  await cloud.clock.advance('16m30s')
  const events = (await receiveMessages(cloud, 'Q')).map(({ body }) => JSON.parse(body))
  expect(events).toHaveLength(4)
  expect(events[0]).toEqual({
    version: '0',
    id: expect.any(String),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    region: 'us-east-1',
    resources: [RULE_ARN],
    detail: {},
  })
  const times = events.map(({ time }) => Date.parse(time))
  const [first = 0] = times
  expect(times.map((time) => time - first)).toEqual([0, 300_000, 600_000, 900_000])
  expect(cloud.events()).toEqual([])
})

it('a rule with a cron expression runs on the minute, while it is enabled', async () => {
  const cloud = await startCloud(queues('Q'))
  const client = new EventBridgeClient(cloud.clientConfig)
  await client.send(new PutRuleCommand({ Name: 'tick', ScheduleExpression: 'cron(0 * * * ? *)' }))
  const Targets = [{ Id: 't', Arn: cloud.attribute('Q', 'Arn'), InputPath: '$.time' }]
  await client.send(new PutTargetsCommand({ Rule: 'tick', Targets }))
  const times = async (): Promise<readonly string[]> =>
    (await receiveMessages(cloud, 'Q')).map(({ body }) => JSON.parse(body))
  await cloud.clock.advance('1d')
  const hours = await times()
  expect(hours).toHaveLength(24)
  for (const hour of hours) expect(hour).toMatch(/:00:00Z$/)
  await client.send(new DisableRuleCommand({ Name: 'tick' }))
  await cloud.clock.advance('1d')
  expect(await times()).toEqual([])
  await client.send(new EnableRuleCommand({ Name: 'tick' }))
  await cloud.clock.advance('2h')
  expect(await times()).toHaveLength(2)
  await client.send(new PutRuleCommand({ Name: 'tick', ScheduleExpression: 'rate(1 day)' }))
  expect(await client.send(new DescribeRuleCommand({ Name: 'tick' }))).toMatchObject({
    ScheduleExpression: 'rate(1 day)',
  })
  await cloud.clock.advance('25h')
  expect(await times()).toHaveLength(1)
  await client.send(new RemoveTargetsCommand({ Rule: 'tick', Ids: ['t'] }))
  await client.send(new DeleteRuleCommand({ Name: 'tick' }))
  await cloud.clock.advance('7d')
  expect(await times()).toEqual([])
})

it('only the default bus has scheduled rules', async () => {
  const cloud = await startCloud({})
  const client = new EventBridgeClient(cloud.clientConfig)
  await client.send(new CreateEventBusCommand({ Name: 'orders' }))
  const input = { Name: 'tick', EventBusName: 'orders', ScheduleExpression: 'rate(1 minute)' }
  await expect(client.send(new PutRuleCommand(input))).rejects.toMatchObject({
    name: 'ValidationException',
    message: 'ScheduleExpression is supported only on the default event bus.',
  })
})
