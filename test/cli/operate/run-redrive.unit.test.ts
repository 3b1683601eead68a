import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { STSClient } from '@aws-sdk/client-sts'
import { BatchGetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { awsClients } from '../../../lib/cli/operate/aws-clients.js'
import type { RedriveOptions } from '../../../lib/cli/operate/redrive/redrive-options.js'
import { runRedrive } from '../../../lib/cli/operate/redrive/run-redrive.js'

const OUTBOX = {
  name: 'shop',
  tableName: 'table',
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  ttlAttribute: 'expiresAt',
  deadLetterQueueUrl: 'https://sqs/dead',
  environment: {},
}
const AGGREGATE = { aggregateType: 'Order', aggregateId: '1' }

function failure(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}

/** One dead letter of an order; what SQS, or the write, answers. */
async function redrive(
  { sqs, write }: { readonly sqs?: Error; readonly write?: Error },
  options: Partial<RedriveOptions> = {},
) {
  const clients = awsClients({ region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  const sts = mockClient(STSClient).resolves({ Arn: 'arn:aws:iam::1:user/me' })
  onTestFinished(() => {
    clients.close()
    sts.restore()
  })
  const table = mockClient(clients.documents)
  table.on(BatchGetCommand).resolves({
    Responses: {
      table: [
        {
          pk: 'OUTBOX#Order#1',
          sk: 'e1',
          obStatus: 'DEAD',
          obShard: 'D#us-east-1#00',
          obDiedAt: '2026-03-01T00:00:00.000Z#0',
        },
      ],
    },
  })
  if (write === undefined) table.on(UpdateCommand).resolves({})
  else table.on(UpdateCommand).rejects(write)
  const queue = mockClient(clients.sqs)
  if (sqs === undefined) queue.on(ReceiveMessageCommand).resolves({})
  else queue.on(ReceiveMessageCommand).rejects(sqs)
  const out: string[] = []
  const error: string[] = []
  const code = await runRedrive(
    clients,
    OUTBOX,
    ['e1'],
    { aggregate: AGGREGATE, rate: 50, yes: true, ...options },
    { out: (line) => out.push(line), error: (line) => error.push(line) },
  )
  return { code, out, told: error.at(-1), writes: table.commandCalls(UpdateCommand).length }
}

describe('redrive whose notices cannot be deleted', () => {
  it.each([
    ['may not be read', failure('AccessDenied', 'You are not authorized to perform: sqs:ReceiveMessage.')],
    ['is gone', failure('QueueDoesNotExist', 'The specified queue does not exist.')],
    ['fails', failure('InternalFailure', 'try again')],
  ])('reports what is redriven all the same, when the queue %s', async (_, sqs) => {
    const { code, out, told, writes } = await redrive({ sqs })
    expect({ code, out, writes }).toEqual({
      code: 1,
      out: ['1 redriven, 0 lost, 0 failed, 0 missing'],
      writes: 1,
    })
    expect(told).toMatch(/^Notices could not be deleted from the dead-letter queue; they are harmless, /)
  })

  it('for programs, with the reason', async () => {
    const { code, out } = await redrive({ sqs: failure('InternalFailure', 'try again') }, { json: true })
    expect(code).toBe(1)
    expect(out.map((line) => JSON.parse(line))).toEqual([
      {
        outbox: 'shop',
        redriven: 1,
        lost: 0,
        failed: 0,
        missing: [],
        left: 0,
        noticesDeleted: null,
        noticesError: 'InternalFailure: try again',
        events: [{ ...AGGREGATE, eventId: 'e1', outcome: 'redriven' }],
      },
    ])
  })
})

it('an event that was named and had another state by then is a failure', async () => {
  const { code, out } = await redrive({ write: failure('ConditionalCheckFailedException', 'no') })
  expect({ code, out }).toEqual({
    code: 1,
    out: [
      'lost  e1  Order/1',
      '0 redriven, 1 lost, 0 failed, 0 missing',
      '0 notices deleted from the dead-letter queue',
    ],
  })
})
