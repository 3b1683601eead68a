import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  ListTagsForResourceCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'

const ROLE = 'arn:aws:iam::000000000000:role/scheduler'
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q'
const SCHEDULE = 'arn:aws:scheduler:us-east-1:000000000000:schedule'

const INPUT = {
  Name: 's',
  ScheduleExpression: 'cron(0 10 1 1 ? *)',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: { Arn: QUEUE, RoleArn: ROLE, Input: 'x' },
} satisfies CreateScheduleCommandInput

let cloud: LocalCloud
let client: SchedulerClient
beforeEach(async () => {
  cloud = await startCloud({})
  client = new SchedulerClient({ ...cloud.clientConfig, maxAttempts: 1 })
})

const create = (change: Partial<CreateScheduleCommandInput> = {}): Promise<unknown> =>
  client.send(new CreateScheduleCommand({ ...INPUT, ...change }))

describe('schedules', () => {
  it('are created, read, updated and deleted', async () => {
    const StartDate = new Date('2027-01-01T00:00:00Z')
    const EndDate = new Date('2028-01-01T00:00:00Z')
    const made = await create({
      Description: 'Happy new year',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
      StartDate,
      EndDate,
      State: 'DISABLED',
    })
    expect(made).toMatchObject({ ScheduleArn: `${SCHEDULE}/default/s` })
    expect(await client.send(new GetScheduleCommand({ Name: 's' }))).toMatchObject({
      Arn: `${SCHEDULE}/default/s`,
      Name: 's',
      GroupName: 'default',
      Description: 'Happy new year',
      ScheduleExpression: INPUT.ScheduleExpression,
      ScheduleExpressionTimezone: 'Europe/Berlin',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
      StartDate,
      EndDate,
      State: 'DISABLED',
      ActionAfterCompletion: 'NONE',
      CreationDate: expect.any(Date),
      LastModificationDate: expect.any(Date),
      Target: {
        ...INPUT.Target,
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
    })
    await client.send(new UpdateScheduleCommand(INPUT))
    const updated = await client.send(new GetScheduleCommand({ Name: 's' }))
    expect(updated).toMatchObject({ State: 'ENABLED', ScheduleExpressionTimezone: 'UTC' })
    expect(updated).not.toHaveProperty('Description')
    expect(updated).not.toHaveProperty('StartDate')
    await client.send(new DeleteScheduleCommand({ Name: 's' }))
    const gone = { name: 'ResourceNotFoundException', message: 'Schedule s does not exist.' }
    await expect(client.send(new GetScheduleCommand({ Name: 's' }))).rejects.toMatchObject(gone)
    await expect(client.send(new UpdateScheduleCommand(INPUT))).rejects.toMatchObject(gone)
    await expect(client.send(new DeleteScheduleCommand({ Name: 's' }))).rejects.toMatchObject(gone)
  })

  it('are listed by group, prefix and state, page by page', async () => {
    await client.send(new CreateScheduleGroupCommand({ Name: 'night' }))
    for (const Name of ['a1', 'a2', 'a3']) await create({ Name })
    await create({ Name: 'a1', GroupName: 'night', State: 'DISABLED' })
    const names = async (input: object): Promise<unknown> => {
      const { Schedules } = await client.send(new ListSchedulesCommand(input))
      return Schedules?.map(({ GroupName, Name }) => `${GroupName}/${Name}`)
    }
    expect(await names({})).toEqual(['default/a1', 'default/a2', 'default/a3', 'night/a1'])
    expect(await names({ GroupName: 'night' })).toEqual(['night/a1'])
    expect(await names({ NamePrefix: 'a2' })).toEqual(['default/a2'])
    expect(await names({ State: 'DISABLED' })).toEqual(['night/a1'])
    const first = await client.send(new ListSchedulesCommand({ MaxResults: 3 }))
    expect(first.Schedules).toHaveLength(3)
    expect(first.Schedules?.[0]).toMatchObject({ Arn: `${SCHEDULE}/default/a1`, Target: { Arn: QUEUE } })
    const { NextToken } = first
    expect(await names({ MaxResults: 3, NextToken })).toEqual(['night/a1'])
    await expect(names({ GroupName: 'none' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Schedule group none does not exist.',
    })
  })

  it.each<[Partial<CreateScheduleCommandInput>, string]>([
    [{ ScheduleExpression: 'cron(0 10 * * * *)' }, 'Invalid Schedule Expression cron(0 10 * * * *).'],
    [{ ScheduleExpression: 'rate(30 seconds)' }, 'Invalid Schedule Expression rate(30 seconds).'],
    [{ ScheduleExpressionTimezone: 'Mars/Olympus' }, 'There is no time zone `Mars/Olympus`'],
    [{ Name: 'a b' }, "'a b' at 'name'"],
    [{ GroupName: 'a b' }, "'a b' at 'groupName'"],
    [{ FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }, 'MaximumWindowInMinutes must be given'],
    [
      { FlexibleTimeWindow: { Mode: 'OFF', MaximumWindowInMinutes: 5 } },
      'MaximumWindowInMinutes must be given',
    ],
    [{ FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1441 } }, 'be between 1 and 1440'],
    [{ StartDate: new Date(2e12), EndDate: new Date(1e12) }, 'StartDate must come before the EndDate'],
    [{ Target: { Arn: QUEUE, RoleArn: 'me' } }, "'me' at 'target.roleArn'"],
    [{ Target: { ...INPUT.Target, Arn: 'q' } }, 'Provided Arn is not in correct format'],
    [{ Target: { ...INPUT.Target, Arn: `${QUEUE}.fifo` } }, 'A FIFO queue needs SqsParameters'],
    [
      { Target: { ...INPUT.Target, DeadLetterConfig: { Arn: `${QUEUE}.fifo` } } },
      "at 'target.deadLetterConfig.arn'",
    ],
    [
      { Target: { ...INPUT.Target, RetryPolicy: { MaximumRetryAttempts: 186 } } },
      "'186' at 'target.retryPolicy.maximumRetryAttempts'",
    ],
    [
      { Target: { ...INPUT.Target, Arn: QUEUE.replace('us-east-1', 'eu-west-1') } },
      'is not in account 000000000000, Region us-east-1',
    ],
    [
      { Target: { ...INPUT.Target, Arn: 'arn:aws:sns:us-east-1:000000000000:t' } },
      'is of a kind that the local cloud does not deliver to',
    ],
    [
      { Target: { ...INPUT.Target, Arn: 'arn:aws:lambda:us-east-1:000000000000:function:f' } },
      'is no well-formed JSON',
    ],
    [
      { Target: { ...INPUT.Target, Arn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' } },
      'An event bus needs EventBridgeParameters',
    ],
    [
      { Target: { ...INPUT.Target, Arn: 'arn:aws:scheduler:::aws-sdk:ec2:stopInstances' } },
      'calls no ec2:stopInstances for a schedule',
    ],
    [
      { Target: { ...INPUT.Target, Arn: 'arn:aws:scheduler:::aws-sdk:dynamodb:getItem' } },
      'getItem of dynamodb only reads',
    ],
  ])('%j is refused', async (change, message) => {
    await expect(create(change)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    })
  })

  it('have names of their own in their group, which must exist', async () => {
    await create()
    await expect(create()).rejects.toMatchObject({
      name: 'ConflictException',
      message: 'Schedule s already exists.',
      $metadata: { httpStatusCode: 409 },
    })
    await expect(create({ GroupName: 'none' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })
})

describe('groups', () => {
  it('are created, read, listed and deleted with their schedules', async () => {
    const made = await client.send(new CreateScheduleGroupCommand({ Name: 'night' }))
    const arn = 'arn:aws:scheduler:us-east-1:000000000000:schedule-group/night'
    expect(made).toMatchObject({ ScheduleGroupArn: arn })
    expect(await client.send(new GetScheduleGroupCommand({ Name: 'night' }))).toMatchObject({
      Arn: arn,
      Name: 'night',
      State: 'ACTIVE',
      CreationDate: expect.any(Date),
    })
    const { ScheduleGroups } = await client.send(new ListScheduleGroupsCommand({}))
    expect(ScheduleGroups?.map(({ Name }) => Name)).toEqual(['default', 'night'])
    await create({ GroupName: 'night' })
    await client.send(new DeleteScheduleGroupCommand({ Name: 'night' }))
    await expect(client.send(new GetScheduleGroupCommand({ Name: 'night' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
    expect((await client.send(new ListSchedulesCommand({}))).Schedules).toEqual([])
  })

  it('that exist, or must exist, are conflicts', async () => {
    await expect(client.send(new CreateScheduleGroupCommand({ Name: 'default' }))).rejects.toMatchObject({
      name: 'ConflictException',
    })
    await expect(client.send(new DeleteScheduleGroupCommand({ Name: 'default' }))).rejects.toMatchObject({
      name: 'ValidationException',
    })
  })
})

it('what is not emulated says so', async () => {
  await expect(
    client.send(
      new ListTagsForResourceCommand({
        ResourceArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule-group/default',
      }),
    ),
  ).rejects.toMatchObject({ name: 'UnknownOperationException' })
})

it('a template makes schedules and groups', async () => {
  const made = await startCloud({
    Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'night' } },
    Schedule: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        Name: 'tidy',
        GroupName: { Ref: 'Group' },
        ScheduleExpression: 'rate(1 day)',
        StartDate: '2100-01-01T00:00:00Z',
        FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: '15' },
        Target: { Arn: QUEUE, RoleArn: ROLE, RetryPolicy: { MaximumRetryAttempts: '3' } },
      },
    },
  })
  expect(made.physicalId('Schedule')).toBe('tidy')
  expect(made.attribute('Schedule', 'Arn')).toBe(`${SCHEDULE}/night/tidy`)
  expect(made.attribute('Group', 'Arn')).toMatch(/schedule-group\/night$/)
  const scheduler = new SchedulerClient(made.clientConfig)
  const get = new GetScheduleCommand({ Name: 'tidy', GroupName: 'night' })
  expect(await scheduler.send(get)).toMatchObject({
    StartDate: new Date('2100-01-01T00:00:00Z'),
    FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
    Target: { RetryPolicy: { MaximumRetryAttempts: 3 } },
  })
})
