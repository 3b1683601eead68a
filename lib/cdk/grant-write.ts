import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, Grant, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { ANY_OUTBOX_KEY } from './outbox-keys-condition.js'

const ENCLOSING_OPERATION = 'dynamodb:EnclosingOperation'
const TRANSACTION = 'TransactWriteItems'

/**
 * Allows transactions on the table and denies every other way to write an outbox row, so that no code of the
 * grantee, and no other grant that it has, can publish what was not committed with its aggregate, or touch an
 * event once it is written. An action of a transaction needs the permission of its single form.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 *
 * @throws when the grantee has no policy to add to
 */
export function grantWriteOn(table: ITable, grantee: IGrantable): Grant {
  const grant = Grant.addToPrincipal({
    grantee,
    actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resourceArns: [table.tableArn],
    // `ForAnyValue` is false when the key is absent: outside of a transaction this allows nothing.
    conditions: { 'ForAnyValue:StringEquals': { [ENCLOSING_OPERATION]: [TRANSACTION] } },
  }).combine(
    // Exists in transactions only, and has no enclosing operation to ask for.
    // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
    Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:ConditionCheckItem'],
      resourceArns: [table.tableArn],
    }),
  )
  // An allowance without its denials would be worse than none.
  grant.assertSuccess()
  for (const statement of denials(table)) grantee.grantPrincipal.addToPrincipalPolicy(statement)
  table.encryptionKey?.grantEncryptDecrypt(grantee)
  return grant
}

function denials(table: ITable): PolicyStatement[] {
  return [
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['dynamodb:PutItem'],
      resources: [table.tableArn],
      conditions: {
        ...ANY_OUTBOX_KEY,
        // A plain PutItem has no enclosing operation. A negated operator without a set prefix is TRUE when its key is
        // absent, so the plain PutItem is denied; with `ForAnyValue:` it would be false ("some value differs": there
        // is none), and exactly the case that this statement is about would pass.
        // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
        StringNotEquals: { [ENCLOSING_OPERATION]: TRANSACTION },
      },
    }),
    // Never, not even in a transaction: a writer only ever adds rows. BatchWriteItem and PartiQL are authorised by
    // actions of their own, which a denied PutItem does not cover.
    new PolicyStatement({
      effect: Effect.DENY,
      actions: [
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:PartiQLDelete',
        'dynamodb:PartiQLInsert',
        'dynamodb:PartiQLUpdate',
        'dynamodb:UpdateItem',
      ],
      resources: [table.tableArn],
      conditions: ANY_OUTBOX_KEY,
    }),
  ]
}
