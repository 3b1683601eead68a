import type { KeyNames } from '../environment.js'
import { OutboxError, type OutboxErrorDetails } from '../errors.js'
import { entryBytes } from '../event/entry-bytes.js'
import type { OutboxEvent } from '../event/outbox-event.js'
import { ITEM_MAX_BYTES, PARTITION_KEY_MAX_BYTES } from '../limits.js'
import { ATTRIBUTE } from '../store/layout.js'

/** What a PUBLISHED row carries that a new one does not, and a DEAD one: the row must still fit then. */
const GROWTH_BYTES = 1024

/**
 * Refuses an event that could be written but never delivered, or delivered but never marked.
 *
 * @throws OutboxError EVENT_TOO_LARGE with the size and the largest allowed
 * @throws OutboxError INVALID_EVENT when its aggregate's id makes too long a key
 */
export function assertEventFits(
  event: OutboxEvent,
  row: Readonly<Record<string, string>>,
  limits: { readonly keys: KeyNames; readonly maxEventBytes: number },
): void {
  const { eventId, eventType } = event
  const keyBytes = Buffer.byteLength(row[limits.keys.partitionKey] ?? '')
  if (keyBytes > PARTITION_KEY_MAX_BYTES)
    throw new OutboxError(
      'INVALID_EVENT',
      `Expected \`aggregateId\` of event \`${eventType}\` to make a partition key of at most ${PARTITION_KEY_MAX_BYTES} bytes, got ${keyBytes} bytes. Use a shorter id`,
      { path: 'aggregateId', eventId, eventType, actual: keyBytes, maximum: PARTITION_KEY_MAX_BYTES },
    )

  const bytes = entryBytes({
    source: row[ATTRIBUTE.source] ?? '',
    type: eventType,
    detail: row[ATTRIBUTE.detail] ?? '',
    time: row[ATTRIBUTE.time],
  })
  if (bytes > limits.maxEventBytes) throw tooLarge('as an EventBridge entry', bytes, limits.maxEventBytes)

  const rowBytes = textBytes(row) + GROWTH_BYTES
  if (rowBytes > ITEM_MAX_BYTES)
    throw tooLarge('as an item with room for its marks', rowBytes, ITEM_MAX_BYTES)

  function tooLarge(form: string, actual: number, maximum: number): OutboxError {
    const details: OutboxErrorDetails = { path: 'data', eventId, eventType, actual, maximum }
    return new OutboxError(
      'EVENT_TOO_LARGE',
      `The event \`${eventType}\` has ${actual} bytes ${form}; at most ${maximum} are allowed. Store the payload elsewhere (S3) and publish a reference`,
      details,
    )
  }
}

/** The size of an item of strings, as DynamoDB counts it: names and values. */
function textBytes(row: Readonly<Record<string, string>>): number {
  let bytes = 0
  for (const [name, value] of Object.entries(row)) bytes += Buffer.byteLength(name) + Buffer.byteLength(value)
  return bytes
}
