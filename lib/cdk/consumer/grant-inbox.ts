import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import { INBOX_PREFIX, ORDER_PREFIX } from '../../store/layout.js'
import { onlyKeys } from '../only-keys.js'

export interface GrantedInbox {
  readonly table: ITable
  readonly consumerName: string
  readonly effects: string
}

export function grantInbox(handler: IGrantable, inbox: GrantedInbox): void {
  if (inbox.effects === 'outside') grantOutside(handler, inbox)
  else grantTransactional(handler, inbox)
  inbox.table.encryptionKey?.grantEncryptDecrypt(handler)
}

/**
 * What an inbox that commits with its effect takes, and nothing else. What the effect itself writes is the user's to
 * grant; where that is in the same table, the grant should not be bound to keys: whether AWS judges a transaction's
 * writes of one kind apart or together is written nowhere, and together they have keys of both.
 */
function grantTransactional(handler: IGrantable, { table, consumerName }: GrantedInbox): void {
  const keys = onlyKeys([`${INBOX_PREFIX}${consumerName}#*`, `${ORDER_PREFIX}${consumerName}#*`])
  Grant.addToPrincipal({
    grantee: handler,
    actions: ['dynamodb:PutItem'],
    resourceArns: [table.tableArn],
    // `ForAnyValue` is false when the key is absent: outside of a transaction this allows nothing.
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
    conditions: {
      ...keys,
      'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
    },
  })
  Grant.addToPrincipal({
    grantee: handler,
    actions: ['dynamodb:BatchGetItem'],
    resourceArns: [table.tableArn],
    conditions: keys,
  })
}

/** What a handler needs that notes by itself what it did. */
function grantOutside(handler: IGrantable, { table, consumerName }: GrantedInbox): void {
  Grant.addToPrincipal({
    grantee: handler,
    // https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/#required-resources
    actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resourceArns: [table.tableArn],
    conditions: onlyKeys([`${INBOX_PREFIX}${consumerName}#*`]),
  })
}
