import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { grantSendOnly } from './grant-send-only.js'
import { ONLY_OUTBOX_KEYS } from './outbox-keys-condition.js'

/** What the relay does, and nothing else: it cannot read or change an aggregate. */
export function grantRelay(
  relay: IGrantable,
  resources: { readonly table: ITable; readonly eventBus: IEventBus; readonly deadLetterQueue: IQueue },
): void {
  const { table, eventBus, deadLetterQueue } = resources
  table.grantStreamRead(relay)
  Grant.addToPrincipal({
    grantee: relay,
    // BatchExecuteStatement, by which rows are marked, is authorised as the PartiQL action of each statement.
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-iam.html
    actions: ['dynamodb:BatchGetItem', 'dynamodb:PartiQLUpdate'],
    resourceArns: [table.tableArn],
    conditions: ONLY_OUTBOX_KEYS,
  })
  table.encryptionKey?.grantEncryptDecrypt(relay)
  Grant.addToPrincipal({
    grantee: relay,
    // PutEvents to a bus that is gone answers success; DescribeEventBus is how the relay knows.
    actions: ['events:DescribeEventBus', 'events:PutEvents'],
    resourceArns: [eventBus.eventBusArn],
  })
  grantSendOnly(relay, deadLetterQueue)
}
