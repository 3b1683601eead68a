import type { CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { unmarshall, type unmarshallOptions } from '@aws-sdk/util-dynamodb'
import { OutboxError, type OutboxErrorDetails } from '../errors.js'
import type { TransactItem } from './action.js'

/** An action of the transaction that writes an event's row. */
export interface EventAction {
  readonly index: number
  readonly eventId: string
  readonly eventType: string
}

/**
 * Says in words why a transaction was cancelled: which action, which reason. What has no code of ours stays the
 * SDK's error, with the reasons in its message (DynamoDB's own gives only their names).
 */
export function transactionError(
  error: unknown,
  items: readonly TransactItem[],
  events: readonly EventAction[],
  options?: unmarshallOptions,
): unknown {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return error
  const reasons = (error as TransactionCanceledException).CancellationReasons ?? []

  const failed = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed')
  if (failed >= 0) {
    const event = events.find(({ index }) => index === failed)
    return event === undefined
      ? conditionFailed(error, items, { index: failed, old: reasons[failed]?.Item }, options)
      : duplicateEvent(error, event)
  }

  const contended = reasons.findIndex(({ Code }) => Code === 'TransactionConflict')
  if (contended >= 0)
    return new OutboxError(
      'CONFLICT',
      `Other transactions kept hold of the item of ${describe(items, contended)}; nothing was written. Run the operation again`,
      { path: `actions[${contended}]`, action: contended },
      { cause: error },
    )

  const told = reasons.flatMap(({ Code, Message }, index) =>
    Code === undefined || Code === 'None' ? [] : [`${describe(items, index)}: ${Code}: ${Message ?? ''}`],
  )
  if (told.length > 0) error.message = `${error.message}; ${told.join('; ')}`
  return error
}

function conditionFailed(
  cause: Error,
  items: readonly TransactItem[],
  { index, old }: { readonly index: number; readonly old: CancellationReason['Item'] },
  options?: unmarshallOptions,
): OutboxError {
  const item = old === undefined ? undefined : readItem(old, options)
  let known = ' and there is no such item'
  if (item !== undefined) known = ' (see `details.item` for the item as it is)'
  else if (!isOldItemAsked(items[index])) known = ''
  return new OutboxError(
    'CONDITION_FAILED',
    `The condition of ${describe(items, index)} failed${known}; nothing was written`,
    hidden({ path: `actions[${index}]`, action: index }, item),
    { cause: withoutItems(cause) },
  )
}

/** For programs only: whoever prints the error must not print the item, which is the aggregate itself. */
function hidden(details: OutboxErrorDetails, item: OutboxErrorDetails['item']): OutboxErrorDetails {
  return Object.defineProperty(details, 'item', { value: item, enumerable: false })
}

function withoutItems(cause: Error): Error {
  for (const reason of (cause as TransactionCanceledException).CancellationReasons ?? []) delete reason.Item
  return cause
}

function isOldItemAsked(item: TransactItem | undefined): boolean {
  const action = item?.Put ?? item?.Update ?? item?.Delete ?? item?.ConditionCheck
  return action?.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
}

/** As the client reads items. A number that JavaScript cannot hold must not hide the error that it comes with. */
function readItem(
  item: NonNullable<CancellationReason['Item']>,
  options?: unmarshallOptions,
): Record<string, unknown> {
  const asTheClient = { ...options, convertWithoutMapWrapper: false }
  try {
    return unmarshall(item, asTheClient)
  } catch {
    return unmarshall(item, { ...asTheClient, wrapNumbers: true })
  }
}

function duplicateEvent(cause: Error, { index, eventId, eventType }: EventAction): OutboxError {
  return new OutboxError(
    'DUPLICATE_EVENT',
    `The event \`${eventId}\` (\`${eventType}\`) was committed before; nothing was written. Create a new event for a new fact`,
    { path: `actions[${index}]`, action: index, eventId, eventType },
    { cause },
  )
}

function describe(items: readonly TransactItem[], index: number): string {
  const [kind, action] = Object.entries(items[index] ?? {})[0] ?? ['an action', undefined]
  return `action ${index} (${kind} in table \`${(action as { TableName?: string } | undefined)?.TableName}\`)`
}
