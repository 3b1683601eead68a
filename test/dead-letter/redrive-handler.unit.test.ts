import { BatchGetCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Context } from 'aws-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { METRICS_NAMESPACE } from '../../lib/telemetry.js'
import { makeRow, outboxItem } from '../delivery/make-row.js'
import { REDRIVE_VARIABLES } from './redrive-environment.js'
import { deadItem, noticeOf, sqsEvent } from './redrive-messages.js'

const SECRET = 'SECRET-PAYLOAD-4711'
const OUTPUT: string[] = []
const dynamodb = mockClient(DynamoDBDocumentClient)

beforeEach(() => {
  for (const [name, value] of Object.entries(REDRIVE_VARIABLES)) vi.stubEnv(name, value)
  dynamodb.reset()
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
  functionName: 'redrive',
  awsRequestId: 'request-1',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:redrive',
  memoryLimitInMB: '512',
  // Enough to begin, too little to repeat anything.
  getRemainingTimeInMillis: () => 5_020,
} as Context

const lines = (): Record<string, unknown>[] =>
  OUTPUT.join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const row = makeRow({ aggregateId: 'a', id: 'e1', item: { obDetail: JSON.stringify({ data: SECRET }) } })

async function handle(bodies: readonly string[]) {
  const { pk, sk } = { pk: row.key.partition, sk: row.key.sort }
  dynamodb.on(BatchGetCommand).resolves({
    Responses: { 'shop-table': [{ pk, sk, ...deadItem(outboxItem('a', 'e1')) }] },
  })
  const { handler } = await import('../../lambdas/redrive.js')
  return handler(sqsEvent(bodies), context)
}

describe('the redrive’s function', () => {
  it('reads the row consistently, redrives it, and writes its metrics in the embedded format', async () => {
    dynamodb.on(UpdateCommand).resolves({})
    expect(await handle([noticeOf(row)])).toEqual({ batchItemFailures: [] })
    const [read] = dynamodb.commandCalls(BatchGetCommand)
    expect(read?.args[0].input.RequestItems?.['shop-table']).toMatchObject({ ConsistentRead: true })
    const [write] = dynamodb.commandCalls(UpdateCommand)
    expect(write?.args[0].input).toMatchObject({
      TableName: 'shop-table',
      Key: { pk: row.key.partition, sk: row.key.sort },
      ConditionExpression: expect.any(String),
    })
    expect(lines().find((line) => '_aws' in line)).toMatchObject({
      _aws: { CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions: [['service']] }] },
      service: 'shop-outbox',
      EventsRedriven: 1,
    })
  })

  it('writes no payload, whatever is wrong', async () => {
    vi.stubEnv('POWERTOOLS_LOGGER_LOG_EVENT', 'true')
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'DEBUG')
    dynamodb.on(UpdateCommand).rejects(new Error(`refused: ${SECRET}`))
    const bodies = [noticeOf(row), `{"${SECRET}`, JSON.stringify({ [SECRET]: SECRET }), noticeOf(row, SECRET)]
    const { batchItemFailures } = await handle(bodies)
    expect(batchItemFailures).toHaveLength(bodies.length)
    expect(lines().filter(({ level }) => level === 'ERROR')).toHaveLength(bodies.length)
    expect(OUTPUT.join('')).not.toMatch(SECRET)
  })

  it.each(['OUTBOX_NAME', 'OUTBOX_TABLE_NAME', 'OUTBOX_TTL_ATTRIBUTE'])(
    'does not start without %s, and says so',
    async (name) => {
      vi.stubEnv(name, undefined)
      await expect(import('../../lambdas/redrive.js')).rejects.toMatchObject({
        code: 'INVALID_CONFIGURATION',
        details: { path: name },
      })
    },
  )
})
