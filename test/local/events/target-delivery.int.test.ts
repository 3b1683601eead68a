import {
  CreateEventBusCommand,
  DisableRuleCommand,
  PutEventsCommand,
  type PutEventsRequestEntry,
  PutRuleCommand,
  PutTargetsCommand,
  type Target,
} from '@aws-sdk/client-eventbridge'
import type { SqsSpyMessage } from 'fauxqs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AwsError } from '../../../lib/local/aws-error.js'
import type { InvocationResult } from '../../../lib/local/function-invoker.js'
import { type EventsWorld, startEventsWorld } from './fixture/events-world.js'

const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:ship'
const DETAIL = '{ "z": 1.0, "a": 1e2, "group": "g-7" }'
const failure: InvocationResult = { kind: 'function-error', errorType: 'Error', errorMessage: 'no' }

let world: EventsWorld
let invoke: (attempt: number) => Promise<InvocationResult>

beforeEach(async () => {
  invoke = async () => ({ kind: 'success', payload: null })
  world = await startEventsWorld({ invoke: (attempt) => invoke(attempt) })
})
afterEach(() => world.close())

async function rule(name: string, pattern: unknown, targets: readonly Target[], bus?: string): Promise<void> {
  const EventBusName = bus ?? 'default'
  await world.client.send(
    new PutRuleCommand({ Name: name, EventBusName, EventPattern: JSON.stringify(pattern) }),
  )
  await world.client.send(new PutTargetsCommand({ Rule: name, EventBusName, Targets: [...targets] }))
}

async function put(change: Partial<PutEventsRequestEntry> = {}): Promise<string | undefined> {
  const entry = { Source: 'shop', DetailType: 'Placed', Detail: DETAIL, ...change }
  const { Entries } = await world.client.send(new PutEventsCommand({ Entries: [entry] }))
  return Entries?.[0]?.EventId
}

async function published(queueName: string): Promise<SqsSpyMessage> {
  const message = await world.queues.spy.waitForMessage({ service: 'sqs', queueName }, 'published', 5_000)
  if (message.service !== 'sqs') throw new Error('Expected a message of SQS')
  return message
}

const shop = { source: ['shop'] }

describe('a queue', () => {
  it('gets the whole event with the exact bytes of its detail', async () => {
    world.queues.createQueue('q')
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('q') }])
    const id = await put()
    expect(await published('q')).toMatchObject({
      body: `{"version":"0","id":"${id}","detail-type":"Placed","source":"shop","account":"000000000000","time":"2026-03-04T05:06:07Z","region":"us-east-1","resources":[],"detail":${DETAIL}}`,
    })
  })

  it('gets the exact bytes of the detail alone by InputPath', async () => {
    world.queues.createQueue('q')
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('q'), InputPath: '$.detail' }])
    await put()
    expect(await published('q')).toMatchObject({ body: DETAIL })
  })

  it('gets what the transformer makes', async () => {
    world.queues.createQueue('q')
    const InputTransformer = {
      InputPathsMap: { z: '$.detail.z' },
      InputTemplate: '{"z": <z>, "by": <aws.events.rule-name>}',
    }
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('q'), InputTransformer }])
    await put()
    expect(await published('q')).toMatchObject({ body: '{"z": 1.0, "by": "r"}' })
  })

  it('of FIFO kind gets the group from the event', async () => {
    world.queues.createQueue('q.fifo', {
      attributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true' },
    })
    const SqsParameters = { MessageGroupId: '$.detail.group' }
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('q.fifo'), SqsParameters }])
    await put()
    await world.events.stop()
    expect(world.queues.inspectQueue('q.fifo')?.messages.ready).toMatchObject([{ messageGroupId: 'g-7' }])
  })
})

describe('rules', () => {
  it('get what their pattern matches, each on its own, and nothing when disabled', async () => {
    for (const name of ['placed', 'all', 'off', 'none']) {
      world.queues.createQueue(name)
    }
    await rule('placed', { 'detail-type': ['Placed'] }, [{ Id: 't', Arn: world.queueArn('placed') }])
    await rule('all', { account: [{ exists: true }] }, [{ Id: 't', Arn: world.queueArn('all') }])
    await rule('off', shop, [{ Id: 't', Arn: world.queueArn('off') }])
    await rule('none', { source: ['other'] }, [{ Id: 't', Arn: world.queueArn('none') }])
    await world.client.send(new DisableRuleCommand({ Name: 'off' }))
    const first = await put()
    const second = await put({ DetailType: 'Paid' })
    await world.events.stop()
    const idsIn = (name: string): unknown[] => world.bodiesIn(name).map((body) => JSON.parse(body).id)
    expect(idsIn('placed')).toEqual([first])
    expect(new Set(idsIn('all'))).toEqual(new Set([first, second]))
    expect(idsIn('off')).toEqual([])
    expect(idsIn('none')).toEqual([])
  })
})

describe('a function', () => {
  it('gets the event', async () => {
    await rule('r', shop, [{ Id: 't', Arn: FUNCTION_ARN }])
    const id = await put()
    await world.events.stop()
    const payload = expect.objectContaining({ id, detail: { z: 1, a: 100, group: 'g-7' } })
    expect(world.environment.invocations).toEqual([{ functionName: FUNCTION_ARN, payload }])
  })

  it('that fails is tried twice more by Lambda, after one and two minutes', async () => {
    invoke = async (attempt) => (attempt < 3 ? failure : { kind: 'success', payload: null })
    await rule('r', shop, [{ Id: 't', Arn: FUNCTION_ARN }])
    await put()
    await world.clock.wakeNext()
    await world.clock.wakeNext()
    await world.events.stop()
    expect(world.clock.sleeps).toEqual([60_000, 120_000])
    expect(world.environment.invocations).toHaveLength(3)
    expect(world.environment.warnings).toEqual([])
  })

  it('that always fails costs the event, not the dead-letter queue of the rule', async () => {
    invoke = async () => failure
    world.queues.createQueue('dlq')
    await rule('r', shop, [{ Id: 't', Arn: FUNCTION_ARN, DeadLetterConfig: { Arn: world.queueArn('dlq') } }])
    await put()
    await world.clock.wakeNext()
    await world.clock.wakeNext()
    await world.events.stop()
    expect(world.environment.invocations).toHaveLength(3)
    expect(world.environment.warnings).toEqual([expect.stringContaining('failed three times')])
    expect(world.bodiesIn('dlq')).toEqual([])
  })
})

describe('another event bus', () => {
  it('gets the event as it is, with the rules of that bus', async () => {
    world.queues.createQueue('q')
    await world.client.send(new CreateEventBusCommand({ Name: 'audit' }))
    const Arn = 'arn:aws:events:us-east-1:000000000000:event-bus/audit'
    await rule('to-audit', shop, [{ Id: 't', Arn }])
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('q') }], 'audit')
    const id = await put()
    expect(JSON.parse((await published('q')).body)).toMatchObject({ id })
    expect(world.environment.events.map((event) => [event.busName, event.envelope['id']])).toEqual([
      ['default', id],
      ['audit', id],
    ])
  })

  it('does not get an event that it had before', async () => {
    await world.client.send(new CreateEventBusCommand({ Name: 'a' }))
    const arn = (name: string): string => `arn:aws:events:us-east-1:000000000000:event-bus/${name}`
    await rule('there', shop, [{ Id: 't', Arn: arn('a') }])
    await rule('back', shop, [{ Id: 't', Arn: arn('default') }], 'a')
    await put()
    await world.events.stop()
    expect(world.environment.events.map(({ busName }) => busName)).toEqual(['default', 'a'])
    expect(world.environment.warnings).toEqual([
      expect.stringContaining('has been on event bus default before'),
    ])
  })
})

describe('a dead-letter queue', () => {
  const texts = (attributes: Readonly<Record<string, { readonly StringValue?: string }>>) =>
    Object.fromEntries(Object.entries(attributes).map(([name, { StringValue }]) => [name, StringValue]))

  async function deadLetterOf(
    target: Omit<Target, 'Id'>,
  ): Promise<{ id?: string; body: string; attributes: unknown }> {
    world.queues.createQueue('dlq')
    await rule('r', shop, [{ ...target, Id: 't', DeadLetterConfig: { Arn: world.queueArn('dlq') } }])
    const id = await put()
    const message = await published('dlq')
    return {
      ...(id !== undefined && { id }),
      body: message.body,
      attributes: texts(message.messageAttributes),
    }
  }

  it('gets the original event at once when the target does not exist', async () => {
    const { id, body, attributes } = await deadLetterOf({
      Arn: world.queueArn('missing'),
      InputPath: '$.detail',
    })
    expect(body).toMatch(new RegExp(`^{"version":"0","id":"${id}".*"detail":`))
    expect(body).toContain(DETAIL)
    expect(attributes).toEqual({
      RULE_ARN: 'arn:aws:events:us-east-1:000000000000:rule/r',
      TARGET_ARN: world.queueArn('missing'),
      ERROR_CODE: 'NO_RESOURCE',
      ERROR_MESSAGE: expect.stringMatching(/QueueDoesNotExist/),
      RETRY_ATTEMPTS: '0',
    })
    expect(world.clock.sleeps).toEqual([])
  })

  it('gets it at once when the function does not exist or may not be invoked', async () => {
    invoke = async () => {
      throw new AwsError('AccessDeniedException', 'not allowed', 403)
    }
    const { attributes } = await deadLetterOf({ Arn: FUNCTION_ARN })
    expect(attributes).toMatchObject({ ERROR_CODE: 'NO_PERMISSIONS', RETRY_ATTEMPTS: '0' })
  })

  it('gets it when the retries are used up', async () => {
    invoke = async () => {
      throw new AwsError('TooManyRequestsException', 'Rate exceeded', 429)
    }
    const letter = deadLetterOf({ Arn: FUNCTION_ARN, RetryPolicy: { MaximumRetryAttempts: 2 } })
    await world.clock.wakeNext()
    await world.clock.wakeNext()
    expect((await letter).attributes).toMatchObject({
      ERROR_CODE: 'THROTTLING',
      RETRY_ATTEMPTS: '2',
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
    })
    expect(world.environment.invocations).toHaveLength(3)
  })

  it('gets an event whose input is no JSON for a function', async () => {
    const InputTransformer = { InputPathsMap: { z: '$.detail.z' }, InputTemplate: 'z is <z>' }
    const { attributes } = await deadLetterOf({ Arn: FUNCTION_ARN, InputTransformer })
    expect(attributes).toMatchObject({ ERROR_CODE: 'INVALID_JSON' })
    expect(world.environment.invocations).toEqual([])
  })

  it('that is not there is told in a warning without the payload', async () => {
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('missing') }])
    const id = await put()
    await world.events.stop()
    expect(world.environment.warnings).toEqual([
      expect.stringMatching(
        new RegExp(`^Event ${id} did not reach target t of rule r .* no DeadLetterConfig\\.$`),
      ),
    ])
    expect(world.environment.warnings[0]).not.toContain('g-7')
  })

  it('that does not exist is told in a warning', async () => {
    const DeadLetterConfig = { Arn: world.queueArn('no-dlq') }
    await rule('r', shop, [{ Id: 't', Arn: world.queueArn('missing'), DeadLetterConfig }])
    await put()
    await world.events.stop()
    expect(world.environment.warnings).toEqual([expect.stringContaining('nor its dead-letter queue')])
  })
})

it('stop gives up what waits for a retry and leaves no timer', async () => {
  invoke = async () => failure
  await rule('r', shop, [{ Id: 't', Arn: FUNCTION_ARN }])
  await put()
  await world.clock.untilSleeping()
  await world.events.stop()
  expect(world.clock.sleeping).toBe(0)
  expect(world.environment.invocations).toHaveLength(1)
})
