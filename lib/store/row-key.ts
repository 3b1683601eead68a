import type { KeyNames } from '../environment.js'
import { PARTITION_PREFIX } from './layout.js'

/** The primary key of an outbox row. */
export interface RowKey {
  readonly partition: string
  /** Absent in a table without a sort key. */
  readonly sort?: string
}

/** The aggregate and the event that a row belongs to, as its key tells them. */
export interface RowIdentity {
  readonly aggregateType: string
  readonly aggregateId: string
  readonly eventId: string
}

/**
 * `OUTBOX#<type>#<id>` and the event's id, so that an aggregate's events share a partition key, hence a shard of
 * the stream. Without a sort key the id goes to the end of the partition key, and each event is on its own.
 */
export function rowKey(identity: RowIdentity, keys: KeyNames): RowKey {
  const partition = `${PARTITION_PREFIX}${identity.aggregateType}#${identity.aggregateId}`
  return keys.sortKey === undefined
    ? { partition: `${partition}#${identity.eventId}` }
    : { partition, sort: identity.eventId }
}

/** The inverse of `rowKey`; undefined when the key is not that of an outbox row. */
export function rowIdentity(key: RowKey): RowIdentity | undefined {
  if (!key.partition.startsWith(PARTITION_PREFIX)) return undefined
  const rest = key.partition.slice(PARTITION_PREFIX.length)
  const typeEnd = rest.indexOf('#')
  if (typeEnd < 1) return undefined
  const aggregateType = rest.slice(0, typeEnd)
  if (key.sort !== undefined)
    return { aggregateType, aggregateId: rest.slice(typeEnd + 1), eventId: key.sort }
  const idEnd = rest.lastIndexOf('#')
  if (idEnd <= typeEnd) return undefined
  return { aggregateType, aggregateId: rest.slice(typeEnd + 1, idEnd), eventId: rest.slice(idEnd + 1) }
}

/** The key as attributes, for the DocumentClient. */
export function keyAttributes(key: RowKey, keys: KeyNames): Record<string, string> {
  const attributes: Record<string, string> = { [keys.partitionKey]: key.partition }
  if (keys.sortKey !== undefined && key.sort !== undefined) attributes[keys.sortKey] = key.sort
  return attributes
}

/** The inverse of `keyAttributes`. */
export function keyOf(item: Readonly<Record<string, unknown>>, keys: KeyNames): RowKey {
  const partition = String(item[keys.partitionKey] ?? '')
  return keys.sortKey === undefined ? { partition } : { partition, sort: String(item[keys.sortKey] ?? '') }
}

/** A text that is the same for the same key only, to look rows up in a Map. */
export function keyText(key: RowKey): string {
  return key.sort === undefined ? key.partition : `${key.partition}\u0000${key.sort}`
}
