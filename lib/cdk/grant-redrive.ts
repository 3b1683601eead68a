import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { grantConsume } from './grant-consume.js'
import { ONLY_OUTBOX_KEYS } from './outbox-keys-condition.js'

/** What the redrive function does, and what Lambda does with its queue in its name. */
export function grantRedrive(
  redrive: IGrantable,
  { table, redriveQueue }: { readonly table: ITable; readonly redriveQueue: IQueue },
): void {
  Grant.addToPrincipal({
    grantee: redrive,
    actions: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
    resourceArns: [table.tableArn],
    conditions: ONLY_OUTBOX_KEYS,
  })
  table.encryptionKey?.grantEncryptDecrypt(redrive)
  grantConsume(redrive, redriveQueue)
}
