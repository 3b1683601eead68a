import { createHash } from 'node:crypto'
import type { KeyNames } from '../environment.js'
import { PARTITION_KEY_MAX_BYTES } from '../limits.js'
import { INBOX_PREFIX, ORDER_PREFIX } from '../store/layout.js'

/** Prefixed like the outbox's own: a user's table may have an index on `version`. */
export const INBOX_ATTRIBUTE = {
  eventType: 'obEventType',
  handledAt: 'obHandledAt',
  version: 'obVersion',
  index: 'obIndex',
  count: 'obCount',
} as const

/** The record that an event was handled. Its partition key holds the event's id, so that no partition gets hot. */
export function inboxKey(consumer: string, eventId: string, keys: KeyNames): Record<string, string> {
  return withSort(`${INBOX_PREFIX}${consumer}#${eventId}`, 'INBOX', keys)
}

/** The highest position of an aggregate that the consumer has handled. */
export function orderKey(
  consumer: string,
  aggregate: { readonly aggregateType: string; readonly aggregateId: string },
  keys: KeyNames,
): Record<string, string> {
  const prefix = `${ORDER_PREFIX}${consumer}#`
  const id = `${aggregate.aggregateType}#${aggregate.aggregateId}`
  const key = prefix + id
  // The outbox row of such an aggregate still fits, with its shorter prefix.
  const fits = Buffer.byteLength(key) <= PARTITION_KEY_MAX_BYTES
  return withSort(
    fits ? key : `${prefix}sha256:${createHash('sha256').update(id).digest('hex')}`,
    'ORDER',
    keys,
  )
}

function withSort(
  partition: string,
  sort: string,
  { partitionKey, sortKey }: KeyNames,
): Record<string, string> {
  return sortKey === undefined
    ? { [partitionKey]: partition }
    : { [partitionKey]: partition, [sortKey]: sort }
}
