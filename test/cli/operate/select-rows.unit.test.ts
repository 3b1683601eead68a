import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { selectRows } from '../../../lib/cli/operate/select-rows.js'
import type { Selection } from '../../../lib/cli/operate/selection.js'
import { OutboxStore } from '../../../lib/store/outbox-store.js'
import { OwnerIndex } from '../../../lib/store/owner-index.js'

const TABLE = { tableName: 'table', keys: { partitionKey: 'pk', sortKey: 'sk' }, ttlAttribute: 'expiresAt' }

interface Row {
  readonly shard: string
  /** Minutes. */
  readonly due: number
  readonly id: string
  readonly aggregateId?: string
  /** Where the row is by now; the index lags. */
  readonly now?: string
}

/** A table of which the index tells the given rows, a page for each row. */
function world(rows: readonly Row[]) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }))
  const table = mockClient(client)
  const due = (minutes: number): string => `${new Date(minutes * 60_000).toISOString()}#0badcafe`
  table.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, ExclusiveStartKey: after }) => {
    const inShard = rows.filter(({ shard }) => shard === values[':shard'])
    const start = after === undefined ? 0 : Number(after.place) + 1
    const row = inShard[start]
    if (row === undefined) return { Items: [] }
    const { shard, id, aggregateId = '1' } = row
    return {
      Items: [{ pk: `OUTBOX#Order#${aggregateId}`, sk: id, obShard: shard, obDue: due(row.due) }],
      LastEvaluatedKey: start + 1 < inShard.length ? { place: start } : undefined,
    }
  })
  table.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: {
      table: RequestItems.table.Keys.flatMap(({ pk, sk }: { pk: string; sk: string }) =>
        rows
          .filter(({ id }) => id === sk)
          .map(({ shard, now = shard, id, due: minutes }) => ({
            pk,
            sk,
            obStatus: 'PENDING',
            obShard: now,
            obDue: due(minutes),
            obType: id.startsWith('paid') ? 'OrderPaid' : 'OrderPlaced',
          })),
      ),
    },
  }))
  return {
    table,
    select: async (selection: Selection, maxLookedAt = 100) => {
      const ids: string[] = []
      let isCut = false
      const selected = selectRows(selection, {
        index: new OwnerIndex(client, TABLE),
        store: new OutboxStore(client, TABLE),
        region: 'us-east-1',
        maxLookedAt,
        onCut: () => {
          isCut = true
        },
      })
      for await (const { identity } of selected) ids.push(identity.eventId)
      return { ids, isCut }
    },
  }
}

describe('selectRows', () => {
  it('merges the partitions of the index, oldest first', async () => {
    const { select } = world([
      { shard: 'S#us-east-1#00', due: 1, id: 'a' },
      { shard: 'S#us-east-1#00', due: 5, id: 'd' },
      { shard: 'S#us-east-1#31', due: 3, id: 'c' },
      { shard: 'S#us-east-1#07', due: 2, id: 'b' },
      { shard: 'S#us-east-1#08', due: 5, id: 'e' },
      { shard: 'S#eu-west-1#08', due: 0, id: 'foreign' },
    ])
    expect(await select({ owners: ['S'] })).toEqual({ ids: ['a', 'b', 'c', 'd', 'e'], isCut: false })
  })

  it('sorts what the sweeper has by the ids, not by the next try', async () => {
    const young = '01900000-0002-7000-8000-000000000000'
    const old = '01900000-0001-7000-8000-000000000000'
    const { select } = world([
      { shard: 'R#us-east-1#00', due: 1, id: young },
      { shard: 'R#us-east-1#00', due: 9, id: old },
    ])
    expect((await select({ owners: ['P', 'R'] })).ids).toEqual([old, young])
  })

  it('asks one shard for an aggregate, and leaves out its neighbours', async () => {
    // Order#1 is in shard 27.
    const { table, select } = world([
      { shard: 'D#us-east-1#27', due: 1, id: 'a' },
      { shard: 'D#us-east-1#27', due: 2, id: 'b', aggregateId: '2' },
    ])
    const aggregate = { aggregateType: 'Order', aggregateId: '1' }
    expect((await select({ owners: ['D'], aggregate })).ids).toEqual(['a'])
    const shards = table.commandCalls(QueryCommand).map(({ args }) => args[0].input.ExpressionAttributeValues)
    expect(new Set(shards.map((values) => values?.[':shard']))).toEqual(new Set(['D#us-east-1#27']))
  })

  it('leaves out what has another owner by now, and other types', async () => {
    const { select } = world([
      { shard: 'S#us-east-1#00', due: 1, id: 'paid-1' },
      { shard: 'S#us-east-1#00', due: 2, id: 'paid-2', now: 'R#us-east-1#00' },
      { shard: 'S#us-east-1#00', due: 3, id: 'placed-1' },
    ])
    expect((await select({ owners: ['S'], type: 'OrderPaid' })).ids).toEqual(['paid-1'])
  })

  it('stops where it has looked at enough, and says so', async () => {
    const { select } = world([
      { shard: 'S#us-east-1#00', due: 1, id: 'a' },
      { shard: 'S#us-east-1#00', due: 2, id: 'b' },
      { shard: 'S#us-east-1#00', due: 3, id: 'c' },
    ])
    expect(await select({ owners: ['S'] }, 2)).toEqual({ ids: ['a', 'b'], isCut: true })
  })
})
