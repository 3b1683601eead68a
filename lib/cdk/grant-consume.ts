import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'

/** What Lambda does with a queue in the name of the function that it invokes. */
export function grantConsume(fn: IGrantable, queue: IQueue): void {
  Grant.addToPrincipal({
    grantee: fn,
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    actions: [
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
    ],
    resourceArns: [queue.queueArn],
  })
}
