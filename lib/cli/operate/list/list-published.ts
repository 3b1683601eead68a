import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE, PARTITION_PREFIX } from '../../../store/layout.js'
import { keyOf, rowKey } from '../../../store/row-key.js'
import type { AggregateName } from '../aggregate-argument.js'
import type { AwsClients } from '../aws-clients.js'
import { CliError } from '../cli-error.js'
import type { OutboxResources } from '../outbox-resources.js'
import { type SelectedRow, selectedRow } from '../selected-row.js'
import type { ListOptions } from './list-options.js'
import type { Listing } from './listing.js'

/** Items that a call reads: few, so that it does not read far more than it was allowed to. */
const PAGE = 100

type Items = readonly Readonly<Record<string, unknown>>[]
type Cursor = Record<string, unknown> | undefined

interface Page {
  readonly items: Items
  readonly next: Cursor
  /** Read units. */
  readonly consumed: number
}

/**
 * Published rows, which no index has: those of one aggregate, or by a Scan of the table that stops at `maxRcu`.
 *
 * @throws CliError where the table has no sort key: then nothing holds an aggregate's rows together
 * @throws the SDK's error
 */
export async function listPublished(
  clients: AwsClients,
  outbox: OutboxResources,
  { type, aggregate, limit, maxRcu = Number.POSITIVE_INFINITY, scan }: ListOptions,
): Promise<Listing> {
  if (scan !== true && outbox.keys.sortKey === undefined)
    throw new CliError(
      `Table ${outbox.tableName} has no sort key, so the published events of an aggregate have no place of their own: give --scan --max-rcu <number>`,
    )
  const read =
    scan !== true && aggregate !== undefined
      ? (after: Cursor) => queryPage(clients, outbox, aggregate, after)
      : (after: Cursor) => scanPage(clients, outbox, after)
  const rows: SelectedRow[] = []
  let consumed = 0
  let after: Cursor
  do {
    const page = await read(after)
    consumed += page.consumed
    after = page.next
    for (const row of rowsOf(page.items, outbox)) {
      if (row.status !== 'PUBLISHED' || (type !== undefined && row.type !== type)) continue
      if (aggregate !== undefined && !isOf(row, aggregate)) continue
      if (rows.length === limit) return { rows, more: true }
      rows.push(row)
    }
    if (after !== undefined && consumed >= maxRcu)
      return {
        rows,
        more: false,
        cut: `it stopped in the middle of the table, after ${Math.ceil(consumed)} read units: raise --max-rcu`,
      }
  } while (after !== undefined)
  return { rows, more: false }
}

async function queryPage(
  { documents }: AwsClients,
  outbox: OutboxResources,
  aggregate: AggregateName,
  after: Cursor,
): Promise<Page> {
  const { partition } = rowKey({ ...aggregate, eventId: '' }, outbox.keys)
  const { Items = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({
      TableName: outbox.tableName,
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeValues: { ':partition': partition },
      ...projection(outbox, { '#partition': outbox.keys.partitionKey }),
      Limit: PAGE,
      ExclusiveStartKey: after,
    }),
  )
  return { items: Items, next: LastEvaluatedKey, consumed: 0 }
}

async function scanPage({ documents }: AwsClients, outbox: OutboxResources, after: Cursor): Promise<Page> {
  const {
    Items = [],
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await documents.send(
    new ScanCommand({
      TableName: outbox.tableName,
      FilterExpression: 'begins_with(#partition, :prefix)',
      ExpressionAttributeValues: { ':prefix': PARTITION_PREFIX },
      ...projection(outbox, { '#partition': outbox.keys.partitionKey }),
      Limit: PAGE,
      ExclusiveStartKey: after,
      ReturnConsumedCapacity: 'TOTAL',
    }),
  )
  return { items: Items, next: LastEvaluatedKey, consumed: ConsumedCapacity?.CapacityUnits ?? 0 }
}

/** Never the detail. It is read all the same: DynamoDB bills whole items. */
function projection(
  { keys }: OutboxResources,
  names: Readonly<Record<string, string>>,
): { readonly ProjectionExpression: string; readonly ExpressionAttributeNames: Record<string, string> } {
  const { detail: _, ...shown } = ATTRIBUTE
  const attributes = [...Object.values(shown), ...(keys.sortKey === undefined ? [] : [keys.sortKey])]
  const all = { ...names, ...Object.fromEntries(attributes.map((name, place) => [`#a${place}`, name])) }
  return { ProjectionExpression: Object.keys(all).join(', '), ExpressionAttributeNames: all }
}

function rowsOf(items: Items, { keys }: OutboxResources): readonly SelectedRow[] {
  return items.flatMap((item) => selectedRow(keyOf(item, keys), item) ?? [])
}

function isOf({ identity }: SelectedRow, { aggregateType, aggregateId }: AggregateName): boolean {
  return identity.aggregateType === aggregateType && identity.aggregateId === aggregateId
}
