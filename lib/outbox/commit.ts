import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Clock } from '../clock.js'
import type { KeyNames } from '../environment.js'
import { assertTransactionFits } from './assert-transaction-fits.js'
import type { EventPut } from './event-batch.js'
import { transactWrite } from './transact-write.js'
import type { Transaction } from './transaction.js'

export interface CommitOptions {
  /** The table whose key names are known. */
  readonly tableName: string
  readonly keys: KeyNames
  readonly client: DynamoDBDocumentClient
  readonly clock: Clock
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

/**
 * Sends what a transaction has collected, and the rows of its events, in one TransactWriteItems; nothing when there is
 * nothing.
 *
 * @throws OutboxError TOO_MANY_ITEMS, TRANSACTION_TOO_LARGE, DUPLICATE_KEY before anything is sent
 * @throws OutboxError CONDITION_FAILED, DUPLICATE_EVENT, CONFLICT
 * @throws the SDK's error otherwise
 */
export async function commit(
  { actions, events }: Transaction,
  puts: readonly EventPut[],
  { tableName, keys, client, clock, random }: CommitOptions,
): Promise<void> {
  if (actions.length === 0 && puts.length === 0) return
  const items = [...actions, ...puts]
  const { marshallOptions } = client.config.translateConfig ?? {}
  assertTransactionFits(items, { tableName, keys, marshallOptions })
  const eventActions = events.map(({ eventId, eventType }, position) => ({
    index: actions.length + position,
    eventId,
    eventType,
  }))
  await transactWrite(items, eventActions, { client, clock, random })
}
