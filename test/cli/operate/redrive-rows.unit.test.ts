import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { type RedriveOutcome, redriveRows } from '../../../lib/cli/operate/redrive/redrive-rows.js'
import type { SelectedRow } from '../../../lib/cli/operate/selected-row.js'
import { OutboxStore } from '../../../lib/store/outbox-store.js'
import { FakeClock } from '../../delivery/fake-clock.js'

function rows(count: number): SelectedRow[] {
  return Array.from({ length: count }, (_, place) => ({
    key: { partition: 'OUTBOX#Order#1', sort: `event-${place}` },
    identity: { aggregateType: 'Order', aggregateId: '1', eventId: `event-${place}` },
    status: 'DEAD',
    shard: 'D#us-east-1#00',
    diedAt: `2026-03-01T00:00:00.000Z#${place}`,
    attempts: 1,
  }))
}

function world(rate: number, interruptAfter = Number.POSITIVE_INFINITY) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }))
  const table = mockClient(client)
  table.on(UpdateCommand).resolves({})
  const clock = new FakeClock()
  let batches = 0
  return {
    table,
    clock,
    redrive: (dead: readonly SelectedRow[]): Promise<RedriveOutcome[]> =>
      redriveRows(dead, {
        store: new OutboxStore(client, {
          tableName: 'table',
          keys: { partitionKey: 'pk', sortKey: 'sk' },
          ttlAttribute: 'expiresAt',
        }),
        clock,
        random: () => 0.5,
        rate,
        by: 'arn:aws:iam::1:user/me',
        isInterrupted: () => batches >= interruptAfter,
        onBatch: () => {
          batches += 1
        },
      }),
  }
}

describe('redriveRows', () => {
  it('writes so many a second', async () => {
    const { clock, table, redrive } = world(10)
    const outcomes = await redrive(rows(35))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(35).fill('redriven'))
    expect(table.commandCalls(UpdateCommand)).toHaveLength(35)
    // Four batches of ten: the first one at once.
    expect(clock.sleeps).toEqual([1_000, 1_000, 1_000])
  })

  it('binds the write to the death that was seen, and says who asked', async () => {
    const { table, redrive } = world(50)
    await redrive(rows(1))
    expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { pk: 'OUTBOX#Order#1', sk: 'event-0' },
      ConditionExpression: '#status = :v5 AND #diedAt = :v6',
      ExpressionAttributeValues: {
        ':v4': 'arn:aws:iam::1:user/me',
        ':v5': 'DEAD',
        ':v6': '2026-03-01T00:00:00.000Z#0',
      },
    })
  })

  it('ends after the batch at which it is interrupted', async () => {
    const { redrive } = world(10, 2)
    expect(await redrive(rows(35))).toHaveLength(20)
  })

  it('tells lost races, failures and rows that name no death', async () => {
    const { table, redrive } = world(50)
    const refusal = (name: string): Error => Object.assign(new Error(name), { name })
    const [lost, failed, edited, done] = rows(4)
    if (!lost || !failed || !edited || !done) throw new Error('Expected four rows')
    table
      .on(UpdateCommand, { Key: { pk: 'OUTBOX#Order#1', sk: 'event-0' } })
      .rejects(refusal('ConditionalCheckFailedException'))
      .on(UpdateCommand, { Key: { pk: 'OUTBOX#Order#1', sk: 'event-1' } })
      .rejects(refusal('ValidationException'))
    const { diedAt: _, ...deathless } = edited
    const outcomes = await redrive([lost, failed, deathless, done])
    expect(outcomes.map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
      ['lost', undefined],
      ['failed', 'ValidationException'],
      ['failed', 'EditedRow'],
      ['redriven', undefined],
    ])
  })
})
