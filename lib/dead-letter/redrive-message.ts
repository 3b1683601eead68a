import type { KeyNames } from '../environment.js'
import { PARTITION_KEY_MAX_BYTES, SORT_KEY_MAX_BYTES } from '../limits.js'
import { type RowKey, rowIdentity } from '../store/row-key.js'
import { NOTICE_KIND, NOTICE_VERSION } from './notice.js'

/** One death that somebody wants undone. */
export interface RedriveRequest {
  readonly key: RowKey
  /** The row's `obDiedAt` as the sender saw it: a later death is not his to undo. */
  readonly diedAt: string
  readonly requestedBy?: string
}

export type RedriveMessage =
  | { readonly kind: 'request'; readonly request: RedriveRequest }
  /** What the relay's mapping says of records that it gave up: their rows are swept, nothing is dead. */
  | { readonly kind: 'notDead' }
  /** `fault` names what is wrong and never quotes the message, which may hold an event. */
  | { readonly kind: 'unreadable'; readonly fault: string }

interface RedriveTable {
  readonly tableName: string
  readonly keys: KeyNames
}

type Content = Readonly<Record<string, unknown>>

/** Fields of a message that a person or a program writes; a notice may have any others beside them. */
const HAND_WRITTEN: readonly string[] = ['row', 'diedAt', 'requestedBy']

/** A time and its random end, as `obDiedAt` has it. Without the end it would name no death and change nothing. */
const DEATH = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#\S{1,64}$/

/** A name of a table, which a log may show. */
const TABLE_NAME = /^[\w.-]{1,255}$/

/**
 * What a message of the redrive queue asks for: a notice as it came out of the dead-letter queue, with or without
 * its detail, or `{ "row": { "partitionKey", "sortKey" }, "diedAt" }`, which may say who asks in `requestedBy`.
 */
export function readRedriveMessage(body: string, table: RedriveTable): RedriveMessage {
  const content = parsed(body)
  if (content === undefined) return unreadable('the message', 'be a JSON object')
  if (isObject(content['DDBStreamBatchInfo'])) return { kind: 'notDead' }
  const fault = formFault(content)
  if (fault !== undefined) return fault

  const { row, diedAt, requestedBy } = content
  if (!isObject(row)) return unreadable('`row`', 'be an object', row)
  const foreign = tableFault(row['table'], table.tableName)
  if (foreign !== undefined) return foreign
  const key = rowsKey(row, table.keys)
  if ('kind' in key) return key
  if (typeof diedAt !== 'string' || !DEATH.test(diedAt))
    return unreadable(
      '`diedAt`',
      "be the row's whole `obDiedAt`, as `2026-11-30T12:00:00.000Z#0badcafe`",
      diedAt,
    )
  if (requestedBy !== undefined && (typeof requestedBy !== 'string' || requestedBy.trim() === ''))
    return unreadable('`requestedBy`', 'be a text that is not empty', requestedBy)
  return { kind: 'request', request: { key, diedAt, requestedBy } }
}

function formFault(content: Content): RedriveMessage | undefined {
  const { notice, version } = content
  if (notice === undefined) {
    // A field with a slip in its name must not be passed over.
    const others = Object.keys(content).filter((field) => !HAND_WRITTEN.includes(field)).length
    if (others === 0) return undefined
    return unreadable('a message without `notice`', 'have `row`, `diedAt` and `requestedBy` only', content)
  }
  if (notice !== NOTICE_KIND) return unreadable('`notice`', `be \`${NOTICE_KIND}\``, notice)
  if (version !== NOTICE_VERSION) return unreadable('`version`', `be ${NOTICE_VERSION}`, version)
  return undefined
}

function tableFault(named: unknown, tableName: string): RedriveMessage | undefined {
  if (named === undefined || named === tableName) return undefined
  const rule = `be \`${tableName}\`, the table of this queue`
  if (typeof named !== 'string' || !TABLE_NAME.test(named)) return unreadable('`row.table`', rule, named)
  return { kind: 'unreadable', fault: `Expected \`row.table\` to ${rule}, got \`${named}\`` }
}

function rowsKey(row: Content, keys: KeyNames): RowKey | RedriveMessage {
  const { partitionKey: partition, sortKey: sort } = row
  if (!isKeyText(partition, PARTITION_KEY_MAX_BYTES))
    return unreadable('`row.partitionKey`', `be a text of 1 to ${PARTITION_KEY_MAX_BYTES} bytes`, partition)
  if (keys.sortKey === undefined) {
    if (sort !== undefined) return unreadable('`row.sortKey`', 'be absent: the table has no sort key', sort)
  } else if (!isKeyText(sort, SORT_KEY_MAX_BYTES))
    return unreadable('`row.sortKey`', `be a text of 1 to ${SORT_KEY_MAX_BYTES} bytes`, sort)
  const key: RowKey = typeof sort === 'string' ? { partition, sort } : { partition }
  if (rowIdentity(key) === undefined)
    return unreadable('`row.partitionKey`', 'be that of an outbox row, `OUTBOX#<type>#<id>`', partition)
  return key
}

function isKeyText(value: unknown, maxBytes: number): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= maxBytes
}

function parsed(body: string): Content | undefined {
  try {
    const content: unknown = JSON.parse(body)
    return isObject(content) ? content : undefined
  } catch {
    // The parser's message quotes the body, so it goes nowhere.
    return undefined
  }
}

function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unreadable(what: string, rule: string, value?: unknown): RedriveMessage {
  return {
    kind: 'unreadable',
    fault: `Expected ${what} to ${rule}${value === undefined ? '' : `, got ${kindOf(value)}`}`,
  }
}

/** The type and no more. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `a text of ${value.length} characters`
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return `an object of ${Object.keys(value).length} fields`
  return `a ${typeof value}`
}
