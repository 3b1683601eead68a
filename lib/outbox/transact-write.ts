import { randomUUID } from 'node:crypto'
import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import type { TransactItem } from './action.js'
import { type EventAction, transactionError } from './transaction-error.js'

/** Other transactions' locks are held for milliseconds: six tries span about a second. */
const MAX_TRIES = 6
const BASE_DELAY = 25
const MAX_DELAY = 1000

/** Reasons that time mends. A failed condition beside one of them decides: trying again would not change it. */
const PASSING_REASONS: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
])

export interface TransactWriteOptions {
  readonly client: DynamoDBDocumentClient
  readonly clock: Clock
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

/**
 * Commits all actions or none. The token makes a repetition harmless: when an answer is lost, the SDK sends the
 * same request again and DynamoDB tells what became of the first one (for ten minutes).
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 *
 * @throws OutboxError CONDITION_FAILED, DUPLICATE_EVENT, CONFLICT
 * @throws the SDK's error for everything else, its message naming the action and the reason
 */
export async function transactWrite(
  items: readonly TransactItem[],
  events: readonly EventAction[],
  options: TransactWriteOptions,
): Promise<void> {
  const command = { TransactItems: [...items], ClientRequestToken: randomUUID() }
  for (let tries = 1; ; tries += 1) {
    try {
      await options.client.send(new TransactWriteCommand(command))
      return
    } catch (error) {
      if (tries >= MAX_TRIES || !passes(error))
        throw transactionError(error, items, events, options.client.config.translateConfig?.unmarshallOptions)
      await options.clock.sleep(backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random: options.random }))
    }
  }
}

function passes(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'TransactionInProgressException') return true
  if (!isCanceled(error)) return false
  const reasons = (error.CancellationReasons ?? [])
    .map(({ Code }) => Code ?? 'None')
    .filter((code) => code !== 'None')
  return reasons.length > 0 && reasons.every((reason) => PASSING_REASONS.has(reason))
}

function isCanceled(error: Error): error is TransactionCanceledException {
  return error.name === 'TransactionCanceledException'
}
