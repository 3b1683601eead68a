import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { DeliveryResources } from './delivery-environment.js'
import { grantSendOnly } from './grant-send-only.js'
import { ONLY_OUTBOX_KEYS } from './outbox-keys-condition.js'

/** What delivering rows takes, and nothing else: no aggregate can be read or changed. */
export function grantDelivery(
  grantee: IGrantable,
  { table, eventBus, deadLetterQueue }: DeliveryResources,
): void {
  Grant.addToPrincipal({
    grantee,
    // BatchExecuteStatement, by which rows are marked, is authorised as the PartiQL action of each statement.
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-iam.html
    actions: ['dynamodb:BatchGetItem', 'dynamodb:PartiQLUpdate'],
    resourceArns: [table.tableArn],
    conditions: ONLY_OUTBOX_KEYS,
  })
  table.encryptionKey?.grantEncryptDecrypt(grantee)
  Grant.addToPrincipal({
    grantee,
    // PutEvents to a bus that is gone answers success; DescribeEventBus is how the function knows.
    actions: ['events:DescribeEventBus', 'events:PutEvents'],
    resourceArns: [eventBus.eventBusArn],
  })
  grantSendOnly(grantee, deadLetterQueue)
}
