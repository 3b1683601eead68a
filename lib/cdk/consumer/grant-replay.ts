import { Stack } from 'aws-cdk-lib'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { EventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { grantStackResources } from '../grant-stack-resources.js'

interface ReplayedConsumer {
  readonly handler: IFunction
  readonly queue: IQueue
  readonly mapping: EventSourceMapping
}

/** To find the consumer's queue, and to put events into it; nothing in it can be read. */
export function grantReplay(grantee: IGrantable, { handler, queue, mapping }: ReplayedConsumer): Grant {
  const on = (actions: string[], resourceArn: string): Grant =>
    Grant.addToPrincipal({ grantee, actions, resourceArns: [resourceArn] })
  const grants = [
    grantStackResources(grantee, Stack.of(mapping)),
    on(['lambda:GetFunctionConfiguration'], handler.functionArn),
    on(['lambda:GetEventSourceMapping'], mapping.eventSourceMappingArn),
    on(['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'], queue.queueArn),
    queue.encryptionMasterKey?.grantEncryptDecrypt(grantee),
  ]
  return grants.filter((grant) => grant !== undefined).reduce((all, grant) => all.combine(grant))
}
