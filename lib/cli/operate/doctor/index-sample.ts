import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE, OWNER_INDEX } from '../../../store/layout.js'
import type { IndexEntry } from '../../../store/owner-index.js'
import { keyOf } from '../../../store/row-key.js'
import type { AwsClients } from '../aws-clients.js'
import type { OutboxResources } from '../outbox-resources.js'

export interface IndexSample {
  readonly entries: readonly IndexEntry[]
  /** False: the index has more. */
  readonly isWhole: boolean
}

const PAGE = 1_000
/** 5,000 entries: about 100 read units. */
const MAX_PAGES = 5

/** Entries of every owner, shard and Region: those that nobody looks for, nobody's Query finds. @throws the SDK's error */
export async function indexSample(
  { documents }: AwsClients,
  { tableName, keys }: OutboxResources,
): Promise<IndexSample> {
  const entries: IndexEntry[] = []
  let after: Record<string, unknown> | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { Items = [], LastEvaluatedKey } = await documents.send(
      new ScanCommand({
        TableName: tableName,
        IndexName: OWNER_INDEX,
        Limit: PAGE,
        ExclusiveStartKey: after,
      }),
    )
    for (const item of Items)
      entries.push({
        key: keyOf(item, keys),
        shard: String(item[ATTRIBUTE.shard]),
        due: String(item[ATTRIBUTE.due]),
      })
    after = LastEvaluatedKey
    if (after === undefined) return { entries, isWhole: true }
  }
  return { entries, isWhole: false }
}
