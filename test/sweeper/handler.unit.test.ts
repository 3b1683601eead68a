import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Context } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { METRICS_NAMESPACE } from '../../lib/telemetry.js'
import { outboxItem } from '../delivery/make-row.js'
import { SWEEPER_VARIABLES } from './sweeper-environment.js'

const SECRET = 'SECRET-PAYLOAD-4711'
const CONTEXT_VALUE = 'TENANT-CONTEXT-4712'
const OUTPUT: string[] = []

const eventBridge = mockClient(EventBridgeClient)
const dynamodb = mockClient(DynamoDBDocumentClient)
const sqs = mockClient(SQSClient)
const lambda = mockClient(LambdaClient)

beforeEach(() => {
  for (const [name, value] of Object.entries(SWEEPER_VARIABLES)) vi.stubEnv(name, value)
  for (const client of [eventBridge, dynamodb, sqs, lambda]) client.reset()
  lambda.on(GetEventSourceMappingCommand).resolves({ State: 'Enabled' })
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

const context = {
  functionName: 'sweeper',
  awsRequestId: 'request-1',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:sweeper',
  memoryLimitInMB: '512',
  // Enough for one call: nothing is repeated, so nothing waits.
  getRemainingTimeInMillis: () => 34_000,
} as Context

const item = (id: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  pk: 'OUTBOX#thing#a',
  sk: id,
  ...outboxItem('a', id),
  obShard: 'R#eu-west-1#13',
  obDetail: JSON.stringify({ metadata: { context: { tenant: CONTEXT_VALUE } }, data: { card: SECRET } }),
  secret: SECRET,
  ...more,
})

/** The rows that are due in shard 13, the rows of other owners by their shard. */
async function sweep(items: readonly Record<string, unknown>[]): Promise<void> {
  dynamodb.on(QueryCommand).callsFake(({ Select, ExpressionAttributeValues }) => {
    const Items = items.filter(({ obShard }) => obShard === ExpressionAttributeValues[':shard'])
    return Select === 'COUNT' ? { Count: Items.length } : { Items }
  })
  dynamodb.on(ScanCommand).resolves({ Items: [...items] })
  dynamodb.on(BatchGetCommand).resolves({ Responses: { 'shop-table': [...items] } })
  const { handler } = await import('../../lambdas/sweeper.js')
  await handler({}, context)
}

/** The lines that the function writes, parsed. */
const lines = (): Record<string, unknown>[] =>
  OUTPUT.join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the sweeper’s function', () => {
  it('delivers what is due, marks it, and writes its metrics in the embedded format', async () => {
    eventBridge.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] })
    dynamodb.on(BatchExecuteStatementCommand).resolves({ Responses: [{}] })
    await sweep([item('e1')])
    expect(
      dynamodb
        .commandCalls(BatchExecuteStatementCommand)
        .map(({ args }) => args[0].input.Statements?.[0]?.Statement?.match(/SET "(\w+)"/)?.[1]),
    ).toEqual(['obShard', 'obStatus'])
    expect(lambda.commandCalls(GetEventSourceMappingCommand)[0]?.args[0].input).toEqual({
      UUID: SWEEPER_VARIABLES['OUTBOX_RELAY_MAPPING_ID'],
    })
    const metrics = lines().filter((line) => '_aws' in line)
    const common = {
      _aws: { CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions: [['service']] }] },
      service: 'shop-outbox',
    }
    // The levels before anything is tried: what is tried may end the process.
    expect(metrics).toMatchObject([
      { ...common, EventsPending: 1, DeadLetters: 0, NoticesWaiting: 0 },
      { ...common, EventsPublished: 1 },
    ])
  })

  it('writes neither payload nor context values, whatever happens to an event', async () => {
    vi.stubEnv('POWERTOOLS_LOGGER_LOG_EVENT', 'true')
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG')
    const quoting = `Value '[${SECRET} ${CONTEXT_VALUE}]' at 'entries' failed`
    eventBridge
      .on(PutEventsCommand)
      .resolvesOnce({ Entries: [{ EventId: 'probe' }] })
      .resolvesOnce({
        Entries: [
          { EventId: '1' },
          { ErrorCode: 'MalformedDetail', ErrorMessage: quoting },
          { ErrorCode: 'AccessDeniedException', ErrorMessage: quoting },
          { ErrorCode: 'InvalidArgument', ErrorMessage: quoting },
        ],
      })
    dynamodb.on(BatchExecuteStatementCommand).resolves({ Responses: [{}, {}, {}, {}, {}] })
    sqs.on(SendMessageCommand).rejects(new Error(`refused: ${SECRET}`))
    lambda.on(GetEventSourceMappingCommand).rejects(new Error(`no: ${SECRET}`))
    const owed = item('e6', {
      obShard: 'N#eu-west-1#13',
      obStatus: 'DEAD',
      obDiedAt: '2026-03-01T11:00:00.000Z#0badcafe',
    })
    await sweep([
      ...['e1', 'e2', 'e3', 'e4'].map((id) => item(id)),
      item('e5', { obDetail: `${SECRET} {${CONTEXT_VALUE}` }),
      owed,
    ])
    eventBridge.reset()
    eventBridge.on(PutEventsCommand).rejects(new Error(quoting))
    await sweep([item('e7')])
    dynamodb.on(ScanCommand).rejects(new Error(quoting))
    dynamodb.on(QueryCommand).rejects(new Error(quoting))
    const { handler } = await import('../../lambdas/sweeper.js')
    await handler({}, context)

    expect(new Set(lines().map(({ message }) => message))).toEqual(
      new Set([
        'Whether the relay gets events is unknown; it is given its time',
        'An event can never be delivered',
        'An event waits until a permission or a setting is repaired',
        'An event was not settled',
        'The notice of a dead letter is owed',
        'The destination takes no events; nothing is claimed',
        'The index could not be looked at as a whole; it is asked shard by shard',
        'A part of the sweep failed',
        'Owed notices could not be worked on',
        undefined,
      ]),
    )
    expect(OUTPUT.join('')).not.toMatch(SECRET)
    expect(OUTPUT.join('')).not.toMatch(CONTEXT_VALUE)
    const written = JSON.stringify(
      dynamodb.commandCalls(BatchExecuteStatementCommand).map(({ args }) => args[0].input),
    )
    expect(written).toMatch('MalformedDetail')
    expect(written).not.toMatch(SECRET)
  })

  it.each(
    Object.keys(SWEEPER_VARIABLES).filter(
      (name) => name.startsWith('OUTBOX_') && !/_KEY$|_RATE$|_BACKOFF_/.test(name),
    ),
  )('does not start without %s, and says so', async (name) => {
    vi.stubEnv(name, undefined)
    await expect(import('../../lambdas/sweeper.js')).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      details: { path: name },
      message: expect.stringMatching(
        new RegExp(`^Expected the environment variable ${name} to be .*, got nothing`),
      ),
    })
  })

  it.each([
    ['OUTBOX_GRACE_SECONDS', '0'],
    ['OUTBOX_LEASE_SECONDS', '2m'],
    ['OUTBOX_GIVE_UP_AFTER_SECONDS', '-1'],
    ['OUTBOX_MAX_PUBLISH_RATE', '0.5'],
    ['OUTBOX_BACKOFF_BASE_SECONDS', 'soon'],
    ['OUTBOX_RELAY_TIMEOUT_SECONDS', '1e3'],
  ])('does not start with a malformed %s', async (name, value) => {
    vi.stubEnv(name, value)
    await expect(import('../../lambdas/sweeper.js')).rejects.toThrow(
      `${name} to be a positive integer, got '${value}'`,
    )
  })
})
