import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  GetScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import { describe, expect, it } from 'vitest'
import { AwsError, type LocalCloud } from '../../../lib/local/index.js'
import { receiveMessages } from '../events/fixture/receive-messages.js'
import { ASSETS, FUNCTION, queues, serviceRole } from '../events/fixture/target-resources.js'
import { startCloud } from '../start-cloud.js'

const ACTIONS = ['lambda:InvokeFunction', 'sqs:SendMessage', 'events:PutEvents']
const ROLE = { Role: serviceRole('scheduler.amazonaws.com', ACTIONS) }
const OFF = { Mode: 'OFF' } as const

interface World {
  readonly cloud: LocalCloud
  readonly client: SchedulerClient
  readonly create: (change: Partial<CreateScheduleCommandInput>) => Promise<void>
  readonly target: (queue: string, more?: object) => { Arn: string; RoleArn: string }
  readonly bodies: (queue: string) => Promise<readonly string[]>
}

async function start(resources: Readonly<Record<string, unknown>>): Promise<World> {
  const cloud = await startCloud({ ...ROLE, ...resources }, { assets: ASSETS })
  const client = new SchedulerClient({ ...cloud.clientConfig, maxAttempts: 1 })
  return {
    cloud,
    client,
    create: async (change) => {
      const defaults = { Name: 's', ScheduleExpression: 'rate(1 hour)', FlexibleTimeWindow: OFF }
      await client.send(new CreateScheduleCommand({ ...defaults, Target: undefined, ...change }))
    },
    target: (queue, more = {}) => ({
      Arn: cloud.attribute(queue, 'Arn'),
      RoleArn: cloud.attribute('Role', 'Arn'),
      ...more,
    }),
    bodies: async (queue) => (await receiveMessages(cloud, queue)).map(({ body }) => body),
  }
}

const at = (time: number): string => `at(${new Date(time).toISOString().slice(0, 19)})`

describe('a schedule', () => {
  it('of every minute invokes its function 1440 times in a day, in order', async () => {
    const cloud = await startCloud(
      {
        ...ROLE,
        ...FUNCTION,
        Schedule: {
          Type: 'AWS::Scheduler::Schedule',
          Properties: {
            ScheduleExpression: 'cron(* * * * ? *)',
            FlexibleTimeWindow: OFF,
            Target: {
              Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] },
              RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
              Input: '{"time":"<aws.scheduler.scheduled-time>"}',
            },
          },
        },
      },
      { assets: ASSETS },
    )
    const got = (): readonly number[] =>
      cloud
        .logLines('Worker')
        .filter((line) => line.includes('got '))
        .map((line) => Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? ''))
    const before = got().length
    await cloud.clock.advance('1d')
    const times = got().slice(before)
    expect(times.length).toBeGreaterThanOrEqual(1440)
    expect(times.length).toBeLessThanOrEqual(1441)
    for (const [index, time] of times.entries()) expect(time - (times[0] ?? 0)).toBe(index * 60_000)
  })

  it('of a rate runs at once, then in its interval, between its start and its end', async () => {
    const { cloud, create, target, bodies } = await start(queues('Now', 'Later'))
    const Input = '<aws.scheduler.scheduled-time>'
    await create({ Name: 'now', Target: { ...target('Now'), Input } })
    const begin = Math.floor(cloud.clock.now() / 1000) * 1000 + 7_200_000
    await create({
      Name: 'later',
      StartDate: new Date(begin),
      EndDate: new Date(begin + 2 * 3_600_000),
      Target: { ...target('Later'), Input },
    })
    expect(await bodies('Now')).toHaveLength(1)
    await cloud.clock.advance('1d')
    expect(await bodies('Now')).toHaveLength(24)
    const iso = (time: number): string => new Date(time).toISOString().replace('.000', '')
    expect(await bodies('Later')).toEqual([0, 1, 2].map((hours) => iso(begin + hours * 3_600_000)))
  })

  it('runs in its time zone', async () => {
    const { cloud, create, target, bodies } = await start(queues('Q'))
    await create({
      ScheduleExpression: 'cron(30 8 * * ? *)',
      ScheduleExpressionTimezone: 'Asia/Kolkata',
      Target: { ...target('Q'), Input: '<aws.scheduler.scheduled-time>' },
    })
    await cloud.clock.advance('48h')
    expect(await bodies('Q')).toEqual([
      expect.stringContaining('T03:00:00Z'),
      expect.stringContaining('T03:00:00Z'),
    ])
  })

  it('of one time runs once, and is deleted then when told so', async () => {
    const { cloud, client, create, target, bodies } = await start(queues('Q'))
    const soon = at(cloud.clock.now() + 90_000)
    const Target = { ...target('Q'), Input: 'x' }
    await create({ Name: 'kept', ScheduleExpression: soon, Target })
    await create({ Name: 'gone', ScheduleExpression: soon, Target, ActionAfterCompletion: 'DELETE' })
    await create({ Name: 'past', ScheduleExpression: at(cloud.clock.now() - 90_000), Target })
    expect(await bodies('Q')).toEqual([])
    await cloud.clock.advance('3d')
    expect(await bodies('Q')).toEqual(['x', 'x'])
    expect(await client.send(new GetScheduleCommand({ Name: 'kept' }))).toMatchObject({ State: 'ENABLED' })
    await expect(client.send(new GetScheduleCommand({ Name: 'gone' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Schedule gone does not exist.',
    })
  })

  it('that is disabled does not run until it is enabled', async () => {
    const { cloud, client, create, target, bodies } = await start(queues('Q'))
    const settings = {
      Name: 's',
      ScheduleExpression: 'cron(0 * * * ? *)',
      FlexibleTimeWindow: OFF,
      Target: { ...target('Q'), Input: 'x' },
    }
    await create({ ...settings, State: 'DISABLED' })
    await cloud.clock.advance('5h')
    expect(await bodies('Q')).toEqual([])
    await client.send(new UpdateScheduleCommand({ ...settings, State: 'ENABLED' }))
    await cloud.clock.advance('5h')
    expect(await bodies('Q')).toHaveLength(5)
  })

  it('with a flexible window runs at some time within it', async () => {
    const { cloud, create, target } = await start(queues('Q'))
    await create({
      ScheduleExpression: 'cron(0 * * * ? *)',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 30 },
      Target: { ...target('Q'), Input: 'x' },
    })
    await cloud.clock.advance('24h')
    const minutes = cloud
      .calls()
      .filter(({ operation }) => operation === 'SendMessage')
      .map(({ at: time }) => time.getUTCMinutes())
    expect(minutes.length).toBeGreaterThanOrEqual(23)
    expect(Math.max(...minutes)).toBeLessThanOrEqual(30)
    expect(new Set(minutes).size).toBeGreaterThan(5)
  })

  it('a week without schedules is one jump', async () => {
    const { cloud } = await start({ ...queues('Q'), ...FUNCTION })
    let jumps = 0
    const stop = cloud.clock.onJump(() => {
      jumps += 1
    })
    await cloud.clock.advance('7d')
    stop()
    expect(jumps).toBe(1)
  })
})

describe('a target', () => {
  it('gets its input with the context attributes filled in', async () => {
    const { cloud, create, target, bodies } = await start(queues('Q'))
    const time = cloud.clock.now() + 60_000
    const names = ['schedule-arn', 'scheduled-time', 'execution-id', 'attempt-number', 'unknown']
    const Input = names.map((name) => `<aws.scheduler.${name}>`).join(' ')
    await create({ ScheduleExpression: at(time), Target: { ...target('Q'), Input } })
    await cloud.clock.advance('2m')
    const iso = new Date(time).toISOString().replace(/\.\d+/, '')
    expect(await bodies('Q')).toEqual([
      expect.stringMatching(
        new RegExp(
          `^arn:aws:scheduler:us-east-1:000000000000:schedule/default/s ${iso} [0-9a-f]{16} 1 <aws.scheduler.unknown>$`,
        ),
      ),
    ])
  })

  it('without input gets an event', async () => {
    const { create, target, bodies } = await start(queues('Q'))
    await create({ Target: target('Q') })
    const [body = ''] = await bodies('Q')
    expect(JSON.parse(body)).toMatchObject({
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      resources: ['arn:aws:scheduler:us-east-1:000000000000:schedule/default/s'],
      detail: '{}',
    })
  })

  it('may be an event bus', async () => {
    const { cloud, create } = await start({})
    await create({
      Target: {
        Arn: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
        RoleArn: cloud.attribute('Role', 'Arn'),
        EventBridgeParameters: { Source: 'clock', DetailType: 'Ticked' },
        Input: '{"time":"<aws.scheduler.scheduled-time>"}',
      },
    })
    await cloud.clock.quiet()
    expect(cloud.events().map(({ envelope }) => envelope)).toMatchObject([
      { source: 'clock', 'detail-type': 'Ticked', detail: { time: expect.stringMatching(/Z$/) } },
    ])
  })

  it('may be a FIFO queue', async () => {
    const { cloud, create, target } = await start({
      Fifo: {
        Type: 'AWS::SQS::Queue',
        Properties: { QueueName: 'q.fifo', FifoQueue: true, ContentBasedDeduplication: true },
      },
    })
    await create({ Target: { ...target('Fifo'), SqsParameters: { MessageGroupId: 'g' }, Input: 'x' } })
    expect(await receiveMessages(cloud, 'Fifo')).toMatchObject([{ body: 'x', groupId: 'g' }])
  })

  it('may be any operation of an emulated service', async () => {
    const { cloud, create, bodies } = await start({ ...queues('Q'), ...FUNCTION })
    const RoleArn = cloud.attribute('Role', 'Arn')
    const universal = (name: string, input: unknown): Promise<void> =>
      create({
        Name: name.replace(':', '-'),
        Target: { Arn: `arn:aws:scheduler:::aws-sdk:${name}`, RoleArn, Input: JSON.stringify(input) },
      })
    await universal('sqs:sendMessage', { QueueUrl: cloud.physicalId('Q'), MessageBody: 'universal' })
    await universal('eventbridge:putEvents', {
      Entries: [{ Source: 'clock', DetailType: 'Ticked', Detail: '{}' }],
    })
    await universal('lambda:invoke', {
      FunctionName: cloud.attribute('Worker', 'Arn'),
      InvocationType: 'Event',
      Payload: '{"from":"scheduler"}',
    })
    expect(await bodies('Q')).toEqual(['universal'])
    expect(cloud.events()).toMatchObject([{ envelope: { source: 'clock' } }])
    expect(cloud.logLines('Worker').join()).toContain('got {"from":"scheduler"}')
    const callers = cloud.calls().filter(({ caller }) => caller.name === 'scheduler.amazonaws.com')
    expect(callers.map(({ operation }) => operation).sort()).toEqual(['Invoke', 'PutEvents', 'SendMessage'])
    expect(callers.map(({ caller }) => caller.roleArn)).toEqual([RoleArn, RoleArn, RoleArn])
  })
})

describe('a target that refuses', () => {
  const deadLetterConfig = (cloud: LocalCloud): object => ({
    DeadLetterConfig: { Arn: cloud.attribute('Dlq', 'Arn') },
  })

  it('for good sends the call to the dead-letter queue at once', async () => {
    const { cloud, create, target } = await start({
      ...queues('Dlq'),
      Worker: FUNCTION['Worker'],
      Role: serviceRole('scheduler.amazonaws.com', ['sqs:SendMessage']),
    })
    const time = Math.floor(cloud.clock.now() / 1000) * 1000 + 60_000
    await create({
      ScheduleExpression: at(time),
      Target: {
        ...target('Worker', deadLetterConfig(cloud)),
        Input: '{"n":"<aws.scheduler.attempt-number>"}',
      },
    })
    await cloud.clock.advance('2m')
    expect(await receiveMessages(cloud, 'Dlq')).toEqual([
      {
        body: '{"n":"1"}',
        attributes: {
          ERROR_CODE: 'AccessDeniedException',
          ERROR_MESSAGE: expect.stringContaining('lambda:InvokeFunction'),
          EXECUTION_ID: expect.stringMatching(/^[0-9a-f]{16}$/),
          IS_PAYLOAD_TRUNCATED: 'false',
          RETRY_ATTEMPTS: '0',
          SCHEDULED_TIME: new Date(time).toISOString().replace('.000', ''),
          SCHEDULE_ARN: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/s',
          TARGET_ARN: 'arn:aws:scheduler:::aws-sdk:lambda:invoke',
        },
      },
    ])
    expect(cloud.logLines('Worker')).toEqual([])
  })

  it('for a while is tried again, as often and as long as the policy says', async () => {
    const { cloud, create, target } = await start(queues('Q', 'Dlq'))
    cloud.intercept(async (call, next) => {
      if (call.operation === 'SendMessage' && String(call.input['QueueUrl']) === cloud.physicalId('Q'))
        throw new AwsError('ServiceUnavailable', 'later', 503)
      return next()
    })
    const metrics: string[] = []
    cloud.listen({
      onMetric: ({ namespace, name, dimensions }) => {
        if (namespace === 'AWS/Scheduler' && dimensions['ScheduleGroup'] === 'default') metrics.push(name)
      },
    })
    const once = at(cloud.clock.now() + 60_000)
    const Target = { ...target('Q', deadLetterConfig(cloud)), Input: '<aws.scheduler.attempt-number>' }
    await create({
      Name: 'thrice',
      ScheduleExpression: once,
      Target: { ...Target, RetryPolicy: { MaximumRetryAttempts: 3 } },
    })
    await create({
      Name: 'hour',
      ScheduleExpression: once,
      Target: { ...Target, RetryPolicy: { MaximumEventAgeInSeconds: 3600 } },
    })
    await cloud.clock.advance('30m')
    expect(await receiveMessages(cloud, 'Dlq')).toMatchObject([
      {
        body: '4',
        attributes: {
          ERROR_CODE: 'ServiceUnavailable',
          RETRY_ATTEMPTS: '3',
          EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
        },
      },
    ])
    await cloud.clock.advance('2h')
    expect(await receiveMessages(cloud, 'Dlq')).toMatchObject([
      { attributes: { EXHAUSTED_RETRY_CONDITION: 'MaximumEventAgeInSeconds' } },
    ])
    const count = (name: string): number => metrics.filter((metric) => metric === name).length
    expect(count('InvocationAttemptCount')).toBe(count('TargetErrorCount'))
    expect(count('InvocationAttemptCount')).toBeGreaterThan(8)
    expect(count('InvocationDroppedCount')).toBe(2)
    expect(count('InvocationsSentToDeadLetterCount')).toBe(2)
  })

  it('without a dead-letter queue costs the call: a warning tells', async () => {
    const { cloud, create } = await start({})
    await create({
      Target: {
        Arn: 'arn:aws:sqs:us-east-1:000000000000:missing',
        RoleArn: cloud.attribute('Role', 'Arn'),
        Input: 'secret',
      },
    })
    await cloud.clock.quiet()
    expect(cloud.warnings()).toEqual([
      expect.stringMatching(/^Schedule default\/s did not reach .*:missing \(.*no DeadLetterConfig\.$/),
    ])
    expect(cloud.warnings()[0]).not.toContain('secret')
  })
})
