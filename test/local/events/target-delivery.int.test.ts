import {
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DisableRuleCommand,
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  PutRuleCommand,
  PutTargetsCommand,
  type Target,
} from '@aws-sdk/client-eventbridge'
import { describe, expect, it } from 'vitest'
import { AwsError, type LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { receiveMessages } from './fixture/receive-messages.js'
import { ASSETS, FUNCTION, queues, serviceRole } from './fixture/target-resources.js'

const DETAIL = '{ "z": 1.0, "a": 1e2, "group": "g-7" }'
const shop = { source: ['shop'] }

interface World {
  readonly cloud: LocalCloud
  readonly rule: (
    name: string,
    pattern: unknown,
    targets: readonly Omit<Target, 'Id'>[],
    bus?: string,
  ) => Promise<void>
  /** Gives the event's id. */
  readonly put: (change?: Partial<PutEventsRequestEntry>) => Promise<string | undefined>
  readonly client: EventBridgeClient
}

async function start(resources: Readonly<Record<string, unknown>>): Promise<World> {
  const cloud = await startCloud(resources, { assets: ASSETS })
  const client = new EventBridgeClient(cloud.clientConfig)
  return {
    cloud,
    client,
    rule: async (Name, pattern, targets, EventBusName = 'default') => {
      await client.send(new PutRuleCommand({ Name, EventBusName, EventPattern: JSON.stringify(pattern) }))
      const Targets = targets.map((target, index) => ({ Id: `t${index}`, ...target }) as Target)
      await client.send(new PutTargetsCommand({ Rule: Name, EventBusName, Targets }))
    },
    put: async (change = {}) => {
      const entry = { Source: 'shop', DetailType: 'Placed', Detail: DETAIL, ...change }
      const { Entries } = await client.send(new PutEventsCommand({ Entries: [entry] }))
      return Entries?.[0]?.EventId
    },
  }
}

const idsIn = async (cloud: LocalCloud, queue: string): Promise<readonly unknown[]> =>
  (await receiveMessages(cloud, queue)).map(({ body }) => JSON.parse(body).id)

describe('a queue', () => {
  it('gets the whole event, a part of it, or what the transformer makes, byte for byte', async () => {
    const { cloud, rule, put } = await start(queues('Whole', 'Part', 'Made'))
    const arn = (id: string): string => cloud.attribute(id, 'Arn')
    const InputTransformer = {
      InputPathsMap: { z: '$.detail.z' },
      InputTemplate: '{"z": <z>, "by": <aws.events.rule-name>}',
    }
    await rule('r', shop, [
      { Arn: arn('Whole') },
      { Arn: arn('Part'), InputPath: '$.detail' },
      { Arn: arn('Made'), InputTransformer },
    ])
    const id = await put({ Time: new Date('2026-03-04T05:06:07.890Z') })
    expect(await receiveMessages(cloud, 'Whole')).toMatchObject([
      {
        body: `{"version":"0","id":"${id}","detail-type":"Placed","source":"shop","account":"000000000000","time":"2026-03-04T05:06:07Z","region":"us-east-1","resources":[],"detail":${DETAIL}}`,
      },
    ])
    expect(await receiveMessages(cloud, 'Part')).toMatchObject([{ body: DETAIL }])
    expect(await receiveMessages(cloud, 'Made')).toMatchObject([{ body: '{"z": 1.0, "by": "r"}' }])
  })

  it('of FIFO kind gets the group from the event', async () => {
    const fifo = {
      Type: 'AWS::SQS::Queue',
      Properties: { QueueName: 'q.fifo', FifoQueue: true, ContentBasedDeduplication: true },
    }
    const { cloud, rule, put } = await start({ ...queues('Fifo'), Fifo: fifo })
    const SqsParameters = { MessageGroupId: '$.detail.group' }
    await rule('r', shop, [{ Arn: cloud.attribute('Fifo', 'Arn'), SqsParameters }])
    await put()
    expect(await receiveMessages(cloud, 'Fifo')).toMatchObject([{ groupId: 'g-7' }])
  })
})

describe('rules', () => {
  it('get what their pattern matches, each on its own, and nothing when disabled', async () => {
    const { cloud, client, rule, put } = await start(queues('Placed', 'All', 'Off', 'None'))
    const target = (id: string): Omit<Target, 'Id'> => ({ Arn: cloud.attribute(id, 'Arn') })
    await rule('placed', { 'detail-type': ['Placed'] }, [target('Placed')])
    await rule('all', { account: [{ exists: true }] }, [target('All')])
    await rule('off', shop, [target('Off')])
    await rule('none', { source: ['other'] }, [target('None')])
    await client.send(new DisableRuleCommand({ Name: 'off' }))
    const first = await put()
    const second = await put({ DetailType: 'Paid' })
    expect(await idsIn(cloud, 'Placed')).toEqual([first])
    expect(new Set(await idsIn(cloud, 'All'))).toEqual(new Set([first, second]))
    expect(await idsIn(cloud, 'Off')).toEqual([])
    expect(await idsIn(cloud, 'None')).toEqual([])
  })
})

describe('a function', () => {
  it('gets the event; when it fails, Lambda tries twice more, after one and two minutes', async () => {
    const { cloud, rule, put } = await start({ ...FUNCTION, ...queues('Dlq') })
    await rule('r', shop, [
      { Arn: cloud.attribute('Worker', 'Arn'), DeadLetterConfig: { Arn: cloud.attribute('Dlq', 'Arn') } },
    ])
    const id = await put({ Detail: '{"note":"please fail"}' })
    const attempts = (): number =>
      cloud.logLines('Worker').filter((line) => line.includes(`"id":"${id}"`)).length
    await cloud.clock.advance(0)
    expect(attempts()).toBe(1)
    await cloud.clock.advance('30s')
    expect(attempts()).toBe(1)
    await cloud.clock.advance('60s')
    expect(attempts()).toBe(2)
    await cloud.clock.advance('3m')
    expect(attempts()).toBe(3)
    await cloud.clock.advance('6h')
    expect(attempts()).toBe(3)
    // The function's error is Lambda's affair: the rule's dead-letter queue gets nothing.
    expect(await receiveMessages(cloud, 'Dlq')).toEqual([])
  })
})

describe('another event bus', () => {
  const arn = (name: string): string => `arn:aws:events:us-east-1:000000000000:event-bus/${name}`
  const role = serviceRole('events.amazonaws.com', ['events:PutEvents'])

  it('gets the event as it is, with the rules of that bus', async () => {
    const { cloud, client, rule, put } = await start({ ...queues('Q'), Role: role })
    await client.send(new CreateEventBusCommand({ Name: 'audit' }))
    await rule('to-audit', shop, [{ Arn: arn('audit'), RoleArn: cloud.attribute('Role', 'Arn') }])
    await rule('r', shop, [{ Arn: cloud.attribute('Q', 'Arn') }], 'audit')
    const id = await put()
    expect(await idsIn(cloud, 'Q')).toEqual([id])
    expect(cloud.events().map(({ busName, envelope }) => [busName, envelope['id']])).toEqual([
      ['default', id],
      ['audit', id],
    ])
  })

  it('gets nothing without a role, and not what it had before', async () => {
    const { cloud, client, rule, put } = await start({ Role: role })
    const RoleArn = cloud.attribute('Role', 'Arn')
    await client.send(new CreateEventBusCommand({ Name: 'a' }))
    await client.send(new CreateEventBusCommand({ Name: 'b' }))
    await rule('there', shop, [{ Arn: arn('a'), RoleArn }, { Arn: arn('b') }])
    await rule('back', shop, [{ Arn: arn('default'), RoleArn }], 'a')
    await put()
    await cloud.clock.quiet()
    expect(cloud.events().map(({ busName }) => busName)).toEqual(['default', 'a'])
    expect(cloud.warnings()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/target t1 of rule there \(.*AccessDenied/),
        expect.stringContaining('has been on event bus default before'),
      ]),
    )
  })

  it('that is deleted takes events without a word and drops them', async () => {
    const { cloud, client, put } = await start({})
    await client.send(new CreateEventBusCommand({ Name: 'gone' }))
    await put({ EventBusName: 'gone' })
    await client.send(new DeleteEventBusCommand({ Name: 'gone' }))
    expect(await put({ EventBusName: 'gone' })).toEqual(expect.any(String))
    expect(cloud.events()).toHaveLength(1)
  })
})

describe('a dead-letter queue', () => {
  it('gets the original event at once when the target does not exist or refuses', async () => {
    const { cloud, rule, put } = await start({
      ...queues('Dlq'),
      Closed: { Type: 'AWS::SQS::Queue' },
      Worker: FUNCTION['Worker'],
    })
    const missing = 'arn:aws:sqs:us-east-1:000000000000:missing'
    const DeadLetterConfig = { Arn: cloud.attribute('Dlq', 'Arn') }
    await rule('r', shop, [
      { Arn: missing, InputPath: '$.detail', DeadLetterConfig },
      { Arn: cloud.attribute('Closed', 'Arn'), DeadLetterConfig },
      { Arn: cloud.attribute('Worker', 'Arn'), DeadLetterConfig },
    ])
    const id = await put()
    const letters = await receiveMessages(cloud, 'Dlq')
    const of = (arn: string): unknown => letters.find(({ attributes }) => attributes['TARGET_ARN'] === arn)
    expect(of(missing)).toEqual({
      body: expect.stringMatching(new RegExp(`^{"version":"0","id":"${id}".*"detail":`)),
      attributes: {
        RULE_ARN: 'arn:aws:events:us-east-1:000000000000:rule/r',
        TARGET_ARN: missing,
        ERROR_CODE: expect.stringMatching(/NO_RESOURCE|NO_PERMISSIONS/),
        ERROR_MESSAGE: expect.any(String),
        RETRY_ATTEMPTS: '0',
      },
    })
    for (const arn of [cloud.attribute('Closed', 'Arn'), cloud.attribute('Worker', 'Arn')]) {
      expect(of(arn)).toMatchObject({
        body: expect.stringContaining(DETAIL),
        attributes: { ERROR_CODE: 'NO_PERMISSIONS', RETRY_ATTEMPTS: '0' },
      })
    }
    expect(cloud.logLines('Worker')).toEqual([])
  })

  it('gets it when the retries, or the time, are used up', async () => {
    const { cloud, rule, put } = await start(queues('Q', 'Dlq'))
    cloud.intercept(async (call, next) => {
      if (call.operation === 'SendMessage' && String(call.input['QueueUrl']) === cloud.physicalId('Q'))
        throw new AwsError('RequestThrottled', 'slow down', 403)
      return next()
    })
    const DeadLetterConfig = { Arn: cloud.attribute('Dlq', 'Arn') }
    const target = { Arn: cloud.attribute('Q', 'Arn'), DeadLetterConfig }
    await rule('twice', shop, [{ ...target, RetryPolicy: { MaximumRetryAttempts: 2 } }])
    await rule('hour', shop, [{ ...target, RetryPolicy: { MaximumEventAgeInSeconds: 3600 } }])
    await put()
    await cloud.clock.advance('59m')
    expect(await receiveMessages(cloud, 'Dlq')).toMatchObject([
      {
        attributes: {
          ERROR_CODE: 'THROTTLING',
          RETRY_ATTEMPTS: '2',
          EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
        },
      },
    ])
    await cloud.clock.advance('2m')
    expect(await receiveMessages(cloud, 'Dlq')).toMatchObject([
      {
        attributes: {
          RULE_ARN: expect.stringMatching(/rule\/hour$/),
          EXHAUSTED_RETRY_CONDITION: 'MaximumEventAgeInSeconds',
        },
      },
    ])
  })

  it('that is not there, or does not exist, is told in a warning without the payload', async () => {
    const { cloud, rule, put } = await start({})
    const Arn = 'arn:aws:sqs:us-east-1:000000000000:missing'
    await rule('r', shop, [{ Arn }, { Arn, DeadLetterConfig: { Arn: `${Arn}-dlq` } }])
    const id = await put()
    await cloud.clock.quiet()
    const warnings = cloud.warnings().filter((warning) => warning.includes(`Event ${id}`))
    expect(warnings).toEqual([
      expect.stringMatching(/did not reach target t0 of rule r .* no DeadLetterConfig\.$/),
      expect.stringContaining('nor its dead-letter queue'),
    ])
    expect(warnings.join()).not.toContain('g-7')
  })
})

describe('metrics', () => {
  it('carry the rule, on a custom bus the bus, too', async () => {
    const { cloud, client, rule, put } = await start(queues('Q'))
    await client.send(new CreateEventBusCommand({ Name: 'orders' }))
    await rule('good', shop, [{ Arn: cloud.attribute('Q', 'Arn') }], 'orders')
    await rule('bad', shop, [{ Arn: 'arn:aws:sqs:us-east-1:000000000000:missing' }])
    const seen: unknown[] = []
    cloud.listen({
      onMetric: ({ namespace, name, dimensions, value }) => {
        if (namespace === 'AWS/Events' && !name.endsWith('Latency')) seen.push([name, dimensions, value])
      },
    })
    await put({ EventBusName: 'orders' })
    await cloud.clock.quiet()
    const custom = { EventBusName: 'orders', RuleName: 'good' }
    expect(seen).toEqual(
      expect.arrayContaining([
        ['PutEventsEntriesCount', {}, 1],
        ['MatchedEvents', { EventBusName: 'orders' }, 1],
        ['MatchedEvents', custom, 1],
        ['TriggeredRules', custom, 1],
        ['TriggeredRules', { EventBusName: 'orders' }, 1],
        ['InvocationAttempts', custom, 1],
        ['SuccessfulInvocationAttempts', custom, 1],
        ['Invocations', custom, 1],
        ['Invocations', {}, 1],
      ]),
    )
    expect(seen.map((metric) => JSON.stringify(metric))).not.toContain(
      JSON.stringify(['FailedInvocations', custom, 1]),
    )
    seen.length = 0
    await put()
    await cloud.clock.quiet()
    expect(seen).toEqual(
      expect.arrayContaining([
        ['FailedInvocations', { RuleName: 'bad' }, 1],
        ['Invocations', { RuleName: 'bad' }, 1],
      ]),
    )
  })
})

it('a stop gives up what waits for a retry', async () => {
  const { cloud, rule, put } = await start(queues('Q'))
  cloud.intercept(async (call, next) => {
    if (call.operation === 'SendMessage') throw new AwsError('ServiceUnavailable', 'later', 503)
    return next()
  })
  await rule('r', shop, [{ Arn: cloud.attribute('Q', 'Arn') }])
  await put()
  await cloud.clock.quiet()
  await cloud.stop()
  expect(cloud.calls().filter(({ operation }) => operation === 'SendMessage')).not.toHaveLength(0)
})
