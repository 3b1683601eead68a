import type { marshallOptions } from '@aws-sdk/util-dynamodb'
import type { KeyNames } from '../environment.js'
import { OutboxError } from '../errors.js'
import { ITEM_MAX_BYTES, TRANSACTION_MAX_ACTIONS, TRANSACTION_MAX_BYTES } from '../limits.js'
import { itemBytes } from '../store/item-bytes.js'
import type { TransactItem } from './action.js'
import { toAttributeValues } from './to-attribute-values.js'

export interface TransactionLimits {
  /** The table whose key names are known. */
  readonly tableName: string
  readonly keys: KeyNames
  readonly marshallOptions?: marshallOptions
}

/**
 * Refuses a transaction that DynamoDB would refuse as a whole, with a reason that a person can act on.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 *
 * @throws OutboxError TOO_MANY_ITEMS, TRANSACTION_TOO_LARGE, DUPLICATE_KEY
 */
export function assertTransactionFits(items: readonly TransactItem[], limits: TransactionLimits): void {
  if (items.length > TRANSACTION_MAX_ACTIONS)
    throw new OutboxError(
      'TOO_MANY_ITEMS',
      `The transaction has ${items.length} actions, its events included; at most ${TRANSACTION_MAX_ACTIONS} are allowed. Split the change, or publish fewer events`,
      { path: 'actions', actual: items.length, maximum: TRANSACTION_MAX_ACTIONS },
    )

  const keysOfTables = keyNamesOfTables(items, limits)
  const seen = new Map<string, number>()
  let total = 0
  for (const [index, item] of items.entries()) {
    total += assertActionFits(item, index, limits)
    const identity = identityOf(item, keysOfTables)
    if (identity === undefined) continue
    const first = seen.get(identity)
    if (first !== undefined)
      throw new OutboxError(
        'DUPLICATE_KEY',
        `The actions ${first} and ${index} of the transaction concern the same item; DynamoDB allows one action per item. Merge them into one`,
        { path: `actions[${index}]`, action: index },
      )
    seen.set(identity, index)
  }
  if (total > TRANSACTION_MAX_BYTES)
    throw new OutboxError(
      'TRANSACTION_TOO_LARGE',
      `The items of the transaction have ${total} bytes together; at most ${TRANSACTION_MAX_BYTES} are allowed. Split the change`,
      { path: 'actions', actual: total, maximum: TRANSACTION_MAX_BYTES },
    )
}

function assertActionFits(item: TransactItem, index: number, limits: TransactionLimits): number {
  const { Put, Update, Delete, ConditionCheck } = item
  const bytesOf = (attributes: Record<string, unknown> | undefined): number =>
    attributes === undefined ? 0 : itemBytes(toAttributeValues(attributes, index, limits.marshallOptions))
  if (Put === undefined) {
    const other = Update ?? Delete ?? ConditionCheck
    return bytesOf(other?.Key) + bytesOf(other?.ExpressionAttributeValues)
  }
  const bytes = bytesOf(Put.Item)
  if (bytes > ITEM_MAX_BYTES)
    throw new OutboxError(
      'TRANSACTION_TOO_LARGE',
      `The item of action ${index} has ${bytes} bytes; DynamoDB allows at most ${ITEM_MAX_BYTES} per item`,
      { path: `actions[${index}].Item`, action: index, actual: bytes, maximum: ITEM_MAX_BYTES },
    )
  return bytes
}

/** Key names per table: the outbox's are configured, another table's show in any action that has a `Key`. */
function keyNamesOfTables(
  items: readonly TransactItem[],
  limits: TransactionLimits,
): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const { Update, Delete, ConditionCheck } of items) {
    const action = Update ?? Delete ?? ConditionCheck
    if (action?.TableName !== undefined && action.Key !== undefined)
      names.set(action.TableName, Object.keys(action.Key).sort())
  }
  const { partitionKey, sortKey } = limits.keys
  names.set(limits.tableName, sortKey === undefined ? [partitionKey] : [partitionKey, sortKey].sort())
  return names
}

function identityOf(item: TransactItem, keysOfTables: Map<string, readonly string[]>): string | undefined {
  const { Put, Update, Delete, ConditionCheck } = item
  const action = Put ?? Update ?? Delete ?? ConditionCheck
  if (action?.TableName === undefined) return undefined
  const attributes: Record<string, unknown> | undefined =
    Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key
  const names = keysOfTables.get(action.TableName)
  if (attributes === undefined || names === undefined) return undefined
  const values = names.map((name) => attributes[name])
  // A missing key attribute is DynamoDB's to report: it says which one.
  if (values.includes(undefined)) return undefined
  return JSON.stringify([action.TableName, values.map(comparable)])
}

/** Types apart, so that the number 1 and the string '1' stay different keys. */
function comparable(value: unknown): string {
  if (value instanceof Uint8Array) return `binary ${Buffer.from(value).toString('base64')}`
  return `${typeof value} ${String(value)}`
}
