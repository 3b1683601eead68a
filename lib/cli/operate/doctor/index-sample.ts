import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE, OWNER_INDEX } from '../../../store/layout.js'
import type { IndexEntry } from '../../../store/owner-index.js'
import { keyOf } from '../../../store/row-key.js'
import { SHARD_NAMES, shardKey } from '../../../store/shard.js'
import type { AwsClients } from '../aws-clients.js'
import type { OutboxResources } from '../outbox-resources.js'

export interface IndexSample {
  /** Without rows that wait for the archive as they should: these may be all of a week. */
  readonly entries: readonly IndexEntry[]
  /** Rows, those left out included. */
  readonly lookedAt: number
  /** False: the index has more. */
  readonly isWhole: boolean
}

const MAX_ENTRIES = 5_000
/** Pages of 1 MB, to look past what waits for the archive: about 100,000 rows, 2,500 read units. */
const MAX_PAGES = 20

/** Entries of every owner, shard and Region: those that nobody looks for, nobody's Query finds. @throws the SDK's error */
export async function indexSample(
  { documents }: AwsClients,
  { tableName, keys }: OutboxResources,
  region: string,
): Promise<IndexSample> {
  const entries: IndexEntry[] = []
  const shards = SHARD_NAMES.map((name) => shardKey('A', region, name))
  const names = shards.map((_, place) => `:shard${place}`)
  let lookedAt = 0
  let after: Record<string, unknown> | undefined
  for (let page = 0; page < MAX_PAGES && entries.length < MAX_ENTRIES; page += 1) {
    const { Items, ScannedCount, LastEvaluatedKey } = await documents.send(
      new ScanCommand({
        TableName: tableName,
        IndexName: OWNER_INDEX,
        FilterExpression: `NOT (#shard IN (${names.join(', ')}) AND begins_with(#due, :century))`,
        ExpressionAttributeNames: { '#shard': ATTRIBUTE.shard, '#due': ATTRIBUTE.due },
        ExpressionAttributeValues: {
          ':century': '20',
          ...Object.fromEntries(shards.map((shard, place) => [`:shard${place}`, shard])),
        },
        ExclusiveStartKey: after,
      }),
    )
    for (const item of Items ?? [])
      entries.push({
        key: keyOf(item, keys),
        shard: String(item[ATTRIBUTE.shard]),
        due: String(item[ATTRIBUTE.due]),
      })
    lookedAt += ScannedCount ?? 0
    after = LastEvaluatedKey
    if (after === undefined) return { entries, lookedAt, isWhole: true }
  }
  return { entries, lookedAt, isWhole: false }
}
