import type { DynamoDBRecord, AttributeValue as StreamValue } from 'aws-lambda'
import type { PendingRow } from '../delivery/pending-row.js'
import { readRow } from '../delivery/read-row.js'
import type { KeyNames } from '../environment.js'
import { ATTRIBUTE } from '../store/layout.js'

const OURS: readonly string[] = Object.values(ATTRIBUTE)

/**
 * The outbox row of a stream record. Only our attributes are read: the table may hold anything beside them.
 * Undefined for what is no insertion of an outbox row; the mapping's filter lets no such record through, but a
 * filter can be edited.
 */
export function readRecord(record: DynamoDBRecord, keys: KeyNames): PendingRow | undefined {
  const image = record.dynamodb?.NewImage
  if (record.eventName !== 'INSERT' || image === undefined) return undefined
  const partition = image[keys.partitionKey]?.S
  const sort = keys.sortKey === undefined ? undefined : image[keys.sortKey]?.S
  if (partition === undefined || (keys.sortKey !== undefined && sort === undefined)) return undefined
  const item: Record<string, unknown> = {}
  for (const name of OURS) {
    const value = image[name]
    if (value !== undefined) item[name] = plain(value)
  }
  return readRow(item, { partition, sort })
}

/** Ours are strings and numbers; any other type makes the attribute invalid, whatever it holds. */
function plain(value: StreamValue): string | number | null {
  if (value.S !== undefined) return value.S
  if (value.N !== undefined) return Number(value.N)
  return null
}
