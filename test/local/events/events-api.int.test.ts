import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  DescribeEventBusCommand,
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  ListEventBusesCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  type Target,
  TestEventPatternCommand,
} from '@aws-sdk/client-eventbridge'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'

let cloud: LocalCloud
let client: EventBridgeClient
beforeEach(async () => {
  cloud = await startCloud({})
  client = new EventBridgeClient({ ...cloud.clientConfig, maxAttempts: 1 })
})

const BUS_ARN = 'arn:aws:events:us-east-1:000000000000:event-bus/orders'
const PATTERN = '{"source":["shop"]}'

describe('buses', () => {
  it('are created, described by name and ARN, listed and deleted', async () => {
    const created = await client.send(new CreateEventBusCommand({ Name: 'orders', Description: 'All' }))
    expect(created).toMatchObject({ EventBusArn: BUS_ARN, Description: 'All' })
    for (const Name of ['orders', BUS_ARN]) {
      expect(await client.send(new DescribeEventBusCommand({ Name }))).toMatchObject({
        Name: 'orders',
        Arn: BUS_ARN,
        Description: 'All',
        CreationTime: expect.any(Date),
      })
    }
    const names = async (): Promise<readonly unknown[] | undefined> =>
      (await client.send(new ListEventBusesCommand({}))).EventBuses?.map((bus) => bus.Name)
    expect(await names()).toEqual(['default', 'orders'])
    await client.send(new DeleteEventBusCommand({ Name: 'orders' }))
    expect(await names()).toEqual(['default'])
    await expect(client.send(new DescribeEventBusCommand({ Name: 'orders' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Event bus orders does not exist.',
    })
  })

  it('have a default that always exists', async () => {
    expect(await client.send(new DescribeEventBusCommand({}))).toMatchObject({ Name: 'default' })
    await expect(client.send(new DeleteEventBusCommand({ Name: 'default' }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Cannot delete event bus default.',
    })
    await expect(client.send(new CreateEventBusCommand({ Name: 'default' }))).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
    })
  })

  it('are listed page by page', async () => {
    for (const Name of ['b1', 'b2', 'b3', 'x']) await client.send(new CreateEventBusCommand({ Name }))
    const first = await client.send(new ListEventBusesCommand({ NamePrefix: 'b', Limit: 2 }))
    const { NextToken } = first
    const second = await client.send(new ListEventBusesCommand({ NamePrefix: 'b', Limit: 2, NextToken }))
    expect(first.EventBuses?.map((bus) => bus.Name)).toEqual(['b1', 'b2'])
    expect(second.EventBuses?.map((bus) => bus.Name)).toEqual(['b3'])
    expect(second.NextToken).toBeUndefined()
  })
})

describe('rules', () => {
  it('are put, described, listed, disabled, enabled and deleted', async () => {
    await client.send(new CreateEventBusCommand({ Name: 'orders' }))
    const key = { Name: 'r', EventBusName: 'orders' }
    const { RuleArn } = await client.send(new PutRuleCommand({ ...key, EventPattern: PATTERN }))
    expect(RuleArn).toBe('arn:aws:events:us-east-1:000000000000:rule/orders/r')
    const state = async (): Promise<string | undefined> =>
      (await client.send(new DescribeRuleCommand(key))).State
    expect(await state()).toBe('ENABLED')
    await client.send(new DisableRuleCommand(key))
    expect(await state()).toBe('DISABLED')
    await client.send(new EnableRuleCommand(key))
    expect(await state()).toBe('ENABLED')
    const { Rules } = await client.send(new ListRulesCommand({ EventBusName: BUS_ARN, NamePrefix: 'r' }))
    expect(Rules).toEqual([
      { Name: 'r', Arn: RuleArn, EventBusName: 'orders', EventPattern: PATTERN, State: 'ENABLED' },
    ])
    await expect(client.send(new DeleteEventBusCommand({ Name: 'orders' }))).rejects.toThrow(/has rules/)
    await client.send(new DeleteRuleCommand(key))
    await expect(client.send(new DescribeRuleCommand(key))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Rule r does not exist on EventBus orders.',
    })
  })

  it.each([
    [
      { Name: 'r', EventPattern: '{"a":"b"}' },
      'InvalidEventPatternException',
      '"a" must be an object or an array',
    ],
    [{ Name: 'r' }, 'ValidationException', 'EventPattern or ScheduleExpression must be specified'],
    [
      { Name: 'r', ScheduleExpression: 'rate(1 minutes)' },
      'ValidationException',
      'Parameter ScheduleExpression is not valid.',
    ],
    [{ Name: 'a b', EventPattern: PATTERN }, 'ValidationException', "'a b' at 'name'"],
    [
      { Name: 'r', EventPattern: PATTERN, EventBusName: 'x' },
      'ResourceNotFoundException',
      'Event bus x does not exist.',
    ],
    [
      { Name: 'r', EventPattern: `{"a":["${'x'.repeat(2048)}"]}` },
      'LimitExceededException',
      'the quota is 2048',
    ],
  ])('%j is refused', async (input, name, message) => {
    await expect(client.send(new PutRuleCommand(input))).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
    })
  })

  it('tests a pattern', async () => {
    const event = {
      id: '1',
      account: '1',
      source: 'shop',
      time: 't',
      region: 'r',
      resources: [],
      'detail-type': 'x',
    }
    const test = async (EventPattern: string, Event: string): Promise<boolean | undefined> =>
      (await client.send(new TestEventPatternCommand({ EventPattern, Event }))).Result
    expect(await test(PATTERN, JSON.stringify(event))).toBe(true)
    expect(await test('{"source":["other"]}', JSON.stringify(event))).toBe(false)
    await expect(test(PATTERN, 'text')).rejects.toThrow('Parameter Event is not valid.')
    await expect(test(PATTERN, '{"source":"shop"}')).rejects.toThrow('Parameter Event is not valid.')
  })
})

describe('targets', () => {
  const target: Target = {
    Id: 't',
    Arn: 'arn:aws:sqs:us-east-1:000000000000:q',
    RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 60 },
  }
  const put = (...Targets: Target[]): Promise<unknown> =>
    client.send(new PutTargetsCommand({ Rule: 'r', Targets }))
  const list = async (): Promise<readonly Target[] | undefined> =>
    (await client.send(new ListTargetsByRuleCommand({ Rule: 'r' }))).Targets

  beforeEach(async () => {
    await client.send(new PutRuleCommand({ Name: 'r', EventPattern: PATTERN }))
  })

  it('are put, listed, kept by PutRule, and removed', async () => {
    expect(await put(target)).toMatchObject({ FailedEntryCount: 0, FailedEntries: [] })
    await client.send(new PutRuleCommand({ Name: 'r', EventPattern: '{"source":["other"]}' }))
    expect(await list()).toEqual([target])
    await expect(client.send(new DeleteRuleCommand({ Name: 'r' }))).rejects.toThrow(
      "Rule can't be deleted since it has targets.",
    )
    await client.send(new RemoveTargetsCommand({ Rule: 'r', Ids: ['t'] }))
    expect(await list()).toEqual([])
  })

  it('are five at most', async () => {
    await put(...[1, 2, 3, 4, 5].map((n) => ({ ...target, Id: `t${n}` })))
    await expect(put({ ...target, Id: 't6' })).rejects.toMatchObject({ name: 'LimitExceededException' })
    await put({ ...target, Id: 't5', Input: '{}' })
    expect(await list()).toHaveLength(5)
  })

  const aws = 'arn:aws'
  it.each<[Partial<Target>, string]>([
    [
      { Arn: `${aws}:sns:us-east-1:000000000000:topic` },
      `Target t (${aws}:sns:us-east-1:000000000000:topic) is of a kind`,
    ],
    [
      { Arn: `${aws}:logs:us-east-1:000000000000:log-group:/x` },
      'is of a kind that this local cloud does not deliver to',
    ],
    [{ Arn: `${aws}:sqs:eu-west-1:000000000000:q` }, 'is not in account 000000000000, Region us-east-1'],
    [{ Arn: 'q' }, 'Provided Arn is not in correct format'],
    [{ Arn: `${target.Arn}.fifo` }, 'Parameter(s) SqsParameters must be specified for target: t.'],
    [{ Id: 'a b' }, "'a b' at 'targets.1.member.id'"],
    [{ DeadLetterConfig: { Arn: `${target.Arn}.fifo` } }, 'SQS FIFO is not supported by Dead Letter Queues'],
    [
      { DeadLetterConfig: { Arn: `${aws}:sns:us-east-1:000000000000:t` } },
      'sns is not supported as a dead letter resource',
    ],
    [
      { RetryPolicy: { MaximumEventAgeInSeconds: 59 } },
      "'59' at 'targets.1.member.retryPolicy.maximumEventAgeInSeconds'",
    ],
    [
      { RetryPolicy: { MaximumRetryAttempts: 186 } },
      "'186' at 'targets.1.member.retryPolicy.maximumRetryAttempts'",
    ],
    [{ InputTransformer: { InputTemplate: '"<x>"' } }, 'contains invalid placeholder x.'],
    [{ Arn: BUS_ARN, InputPath: '$.detail' }, 'Target t is an event bus'],
  ])('%j is refused, and nothing is put', async (change, message) => {
    await expect(put({ ...target, Id: 'good' }, { ...target, ...change })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message.replace('targets.1', 'targets.2')),
    })
    expect(await list()).toEqual([])
  })

  it('need a rule', async () => {
    await expect(client.send(new PutTargetsCommand({ Rule: 'x', Targets: [target] }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Rule x does not exist on EventBus default.',
    })
  })
})

it('PutEvents answers 200 entry by entry, in order', async () => {
  const entry = { Source: 'shop', DetailType: 'Placed', Detail: '{}', Time: new Date('2020-01-01T00:00:00Z') }
  const answer = await client.send(
    new PutEventsCommand({
      Entries: [entry, { ...entry, Detail: 'x' }, { ...entry, Source: 'aws.x' }, entry],
    }),
  )
  expect(answer).toMatchObject({
    $metadata: { httpStatusCode: 200 },
    FailedEntryCount: 2,
    Entries: [
      { EventId: cloud.events()[0]?.envelope['id'] },
      { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' },
      { ErrorCode: 'NotAuthorizedForSourceException' },
      { EventId: cloud.events()[1]?.envelope['id'] },
    ],
  })
  expect(cloud.events().map(({ envelope }) => envelope['time'])).toEqual([
    '2020-01-01T00:00:00Z',
    '2020-01-01T00:00:00Z',
  ])
})
