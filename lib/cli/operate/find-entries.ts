import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import pMap from 'p-map'
import { chunk } from '../../store/chunk.js'
import { ATTRIBUTE, OWNER_INDEX, type Owner } from '../../store/layout.js'
import { keyOf, type RowKey, rowIdentity } from '../../store/row-key.js'
import { SHARD_NAMES, shardKey } from '../../store/shard.js'
import type { AwsClients } from './aws-clients.js'
import type { OutboxResources } from './outbox-resources.js'

const CONCURRENT_PARTITIONS = 8
/** Pages of 1 MB per partition: about 5,000 rows each. */
const MAX_PAGES = 20
/** Ids of one question. */
const MAX_IDS = 50

export interface FoundEntries {
  /** Key by event id. */
  readonly keys: ReadonlyMap<string, RowKey>
  /** False: a partition has more rows than were looked at. */
  readonly isWhole: boolean
}

/**
 * The rows of events of which only the id is known, among those that these owners have: each partition of the index is
 * asked for the ids. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
 *
 * @throws the SDK's error
 */
export async function findEntries(
  clients: AwsClients,
  outbox: OutboxResources,
  eventIds: readonly string[],
  owners: readonly Owner[],
): Promise<FoundEntries> {
  const region = await clients.region()
  const keys = new Map<string, RowKey>()
  let isWhole = true
  for (const ids of chunk([...new Set(eventIds)], MAX_IDS)) {
    const partitions = owners.flatMap((owner) => SHARD_NAMES.map((name) => shardKey(owner, region, name)))
    await pMap(
      partitions,
      async (shard) => {
        if (ids.every((id) => keys.has(id))) return
        isWhole = (await findInPartition(clients, outbox, shard, ids, keys)) && isWhole
      },
      { concurrency: CONCURRENT_PARTITIONS },
    )
  }
  return { keys, isWhole }
}

/** Whether all of the partition was looked at. */
async function findInPartition(
  { documents }: AwsClients,
  outbox: OutboxResources,
  shard: string,
  ids: readonly string[],
  keys: Map<string, RowKey>,
): Promise<boolean> {
  const { partitionKey, sortKey } = outbox.keys
  const names = ids.map((_, place) => `:id${place}`)
  let after: Record<string, unknown> | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { Items = [], LastEvaluatedKey } = await documents.send(
      new QueryCommand({
        TableName: outbox.tableName,
        IndexName: OWNER_INDEX,
        KeyConditionExpression: '#shard = :shard',
        FilterExpression:
          sortKey === undefined
            ? // The id is the end of the partition key.
              names.map((name) => `contains(#id, ${name})`).join(' OR ')
            : `#id IN (${names.join(', ')})`,
        ExpressionAttributeNames: { '#shard': ATTRIBUTE.shard, '#id': sortKey ?? partitionKey },
        ExpressionAttributeValues: {
          ':shard': shard,
          ...Object.fromEntries(ids.map((id, place) => [`:id${place}`, id])),
        },
        ExclusiveStartKey: after,
      }),
    )
    for (const item of Items) {
      const key = keyOf(item, outbox.keys)
      const eventId = rowIdentity(key)?.eventId
      if (eventId !== undefined && ids.includes(eventId)) keys.set(eventId, key)
    }
    after = LastEvaluatedKey
    if (after === undefined) return true
  }
  return false
}
