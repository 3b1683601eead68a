import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'

/** `grantSendMessages` also lets the grantee look at the queue, which nobody here does: its URL is in the environment. */
export function grantSendOnly(grantee: IGrantable, queue: IQueue): void {
  Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [queue.queueArn] })
  queue.encryptionMasterKey?.grant(grantee, 'kms:Decrypt', 'kms:GenerateDataKey*')
}
