import { DescribeEventBusCommand, EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { BatchExecuteStatementCommand, BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Context } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { METRICS_NAMESPACE } from '../../lib/telemetry.js'
import { outboxItem } from '../delivery/make-row.js'
import { RELAY_VARIABLES } from './relay-environment.js'
import { streamRecord } from './stream-records.js'

const SECRET = 'SECRET-PAYLOAD-4711'
const CONTEXT_VALUE = 'TENANT-CONTEXT-4712'
const OUTPUT: string[] = []

const eventBridge = mockClient(EventBridgeClient)
const dynamodb = mockClient(DynamoDBDocumentClient)
const sqs = mockClient(SQSClient)

beforeEach(() => {
  for (const [name, value] of Object.entries(RELAY_VARIABLES)) vi.stubEnv(name, value)
  for (const client of [eventBridge, dynamodb, sqs]) client.reset()
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
  OUTPUT.length = 0
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      OUTPUT.push(String(chunk))
      return true
    })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const context = (remaining = 13_000): Context =>
  ({
    functionName: 'relay',
    awsRequestId: 'request-1',
    invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:relay',
    memoryLimitInMB: '512',
    // Enough for one call and for settling: nothing is repeated, so nothing waits.
    getRemainingTimeInMillis: () => remaining,
  }) as Context

const item = (id: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  pk: 'OUTBOX#thing#a',
  sk: id,
  ...outboxItem('a', id),
  obDetail: JSON.stringify({ metadata: { context: { tenant: CONTEXT_VALUE } }, data: { card: SECRET } }),
  secret: SECRET,
  ...more,
})

async function handle(items: readonly Record<string, unknown>[]) {
  dynamodb.on(BatchGetCommand).resolves({
    Responses: {
      'shop-table': items.map(({ pk, sk, obStatus, obShard, obDue }) => ({
        pk,
        sk,
        obStatus,
        obShard,
        obDue,
      })),
    },
  })
  const { handler } = await import('../../lambdas/relay.js')
  return handler({ Records: items.map((image, index) => streamRecord(image, String(index + 1))) }, context())
}

/** The lines that the function writes, parsed. */
const lines = (): Record<string, unknown>[] =>
  OUTPUT.join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the relay’s function', () => {
  it('publishes a batch, marks it, and writes its metrics in the embedded format', async () => {
    eventBridge.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] })
    dynamodb.on(BatchExecuteStatementCommand).resolves({ Responses: [{}] })
    expect(await handle([item('e1')])).toEqual({ batchItemFailures: [] })

    const bus = RELAY_VARIABLES['OUTBOX_EVENT_BUS_ARN']
    expect(eventBridge.commandCalls(DescribeEventBusCommand, { Name: bus })).toHaveLength(1)
    const [put] = eventBridge.commandCalls(PutEventsCommand)
    expect(put?.args[0].input.Entries).toMatchObject([{ EventBusName: bus, Source: 'shop' }])
    const [mark] = dynamodb.commandCalls(BatchExecuteStatementCommand)
    expect(mark?.args[0].input.Statements?.[0]?.Statement).toMatch('UPDATE "shop-table"')
    expect(lines().find((line) => '_aws' in line)).toMatchObject({
      _aws: { CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions: [['service']] }] },
      service: 'shop-outbox',
      EventsPublished: 1,
    })
  })

  it('tells by type, under a second dimension, what it is asked to, and nothing twice', async () => {
    vi.stubEnv('OUTBOX_METRICS_BY_EVENT_TYPE', '["ThingHappened","NeverSeen"]')
    eventBridge.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }, { EventId: '2' }] })
    dynamodb.on(BatchExecuteStatementCommand).resolves({ Responses: [{}, {}] })
    await handle([item('e1'), item('e2', { obType: 'OtherThing' })])
    const metrics = lines().filter((line) => '_aws' in line)
    expect(metrics).toMatchObject([
      { service: 'shop-outbox', EventsPublished: [1, 1] },
      {
        _aws: {
          CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions: [['service', 'eventType']] }],
        },
        service: 'shop-outbox',
        eventType: 'ThingHappened',
        EventsPublished: 1,
      },
    ])
    expect(OUTPUT.join('')).not.toContain('No application metrics')
  })

  it('has nothing to say of metrics when nothing was measured', async () => {
    await handle([])
    expect(OUTPUT).toEqual([])
  })

  it('writes neither payload nor context values, whatever happens to an event', async () => {
    // Somebody may switch on what Powertools offers for debugging.
    vi.stubEnv('POWERTOOLS_LOGGER_LOG_EVENT', 'true')
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG')
    const bad = { name: 'ValidationException', $metadata: { httpStatusCode: 400 } }
    const quoting = `1 validation error detected: Value '[${SECRET} ${CONTEXT_VALUE}]' at 'entries' failed`
    eventBridge
      .on(PutEventsCommand)
      .resolvesOnce({
        Entries: [
          { EventId: '1' },
          { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' },
          { ErrorCode: 'InvalidArgument', ErrorMessage: 'No' },
        ],
      })
      .rejects(Object.assign(new Error(quoting), bad))
    dynamodb.on(BatchExecuteStatementCommand).resolves({ Responses: [{}, {}, {}, {}] })
    sqs.on(SendMessageCommand).rejects(new Error(`refused: ${SECRET}`))
    const batch = ['e1', 'e2', 'e3'].map((id) => item(id))
    const broken = item('e4', { obDetail: `${SECRET} {${CONTEXT_VALUE}` })
    const foreign = { pk: 'ORDER#1', sk: 'x', secret: SECRET }
    await handle([...batch, broken, foreign])

    eventBridge.reset()
    eventBridge.on(PutEventsCommand).rejects(Object.assign(new Error(quoting), bad))
    await handle([item('e5')])
    dynamodb.on(BatchGetCommand).rejects(new Error(`lookup ${SECRET}`))
    const { handler } = await import('../../lambdas/relay.js')
    await handler({ Records: [streamRecord(item('e6'), '6')] }, context(8_000))

    expect(lines().map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'A stream record is no outbox row; check the filter of the mapping',
        'An event can never be delivered',
        'The notice of a dead letter is owed',
        'The destination takes no events; the shard is held',
        'The rows of a batch could not be looked up',
      ]),
    )
    expect(OUTPUT.join('')).not.toMatch(SECRET)
    expect(OUTPUT.join('')).not.toMatch(CONTEXT_VALUE)
    // Nor into the row.
    const written = JSON.stringify(
      dynamodb.commandCalls(BatchExecuteStatementCommand).map(({ args }) => args[0].input),
    )
    expect(written).toMatch('MalformedDetail')
    expect(written).not.toMatch(SECRET)
  })

  it.each(Object.keys(RELAY_VARIABLES).filter((name) => name.startsWith('OUTBOX_') && !/_KEY$/.test(name)))(
    'does not start without %s, and says so',
    async (name) => {
      vi.stubEnv(name, undefined)
      await expect(import('../../lambdas/relay.js')).rejects.toMatchObject({
        name: 'OutboxError',
        code: 'INVALID_CONFIGURATION',
        details: { path: name },
        message: expect.stringMatching(
          new RegExp(`^Expected the environment variable ${name} to be .*, got nothing`),
        ),
      })
    },
  )

  it.each([
    ['OUTBOX_RETENTION_SECONDS', 'a week', 'a positive integer'],
    ['OUTBOX_STRICT_ORDER', 'yes', "'true' or 'false'"],
  ])('does not start with a malformed %s', async (name, value, rule) => {
    vi.stubEnv(name, value)
    await expect(import('../../lambdas/relay.js')).rejects.toThrow(`${name} to be ${rule}, got '${value}'`)
  })
})
