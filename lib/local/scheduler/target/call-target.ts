import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { AwsError } from '../../aws-error.js'
import type { Caller } from '../../caller.js'
import { invokeFunction } from '../../events/targets/invoke-function.js'
import type { QueueSender } from '../../events/targets/queue-sender.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import { callOperation } from './call-operation.js'
import type { ScheduleTarget } from './schedule-target.js'

export interface CallEnvironment {
  readonly local: LocalEnvironment
  readonly queues: QueueSender
}

/** Makes the call of a target once. @throws AwsError, or the SDK's error, when the service refuses it */
export async function callTarget(
  { arn, call }: ScheduleTarget,
  payload: string,
  caller: Caller,
  { local, queues }: CallEnvironment,
): Promise<void> {
  switch (call.kind) {
    case 'invoke-function':
      return invokeFunction(arn, payload, caller, local)
    case 'send-message': {
      const { messageGroupId } = call
      const message = {
        queueArn: arn,
        body: payload,
        ...(messageGroupId !== undefined && { messageGroupId }),
      }
      return queues.send(message, caller)
    }
    case 'put-events':
      return putEvent({ busArn: arn, ...call, detail: payload }, caller, local)
    case 'universal':
      return callOperation(call, payload, caller, local)
  }
}

interface Entry {
  readonly busArn: string
  readonly source: string
  readonly detailType: string
  readonly detail: string
}

async function putEvent(
  { busArn, source, detailType, detail }: Entry,
  caller: Caller,
  { clientConfigOf }: LocalEnvironment,
): Promise<void> {
  const client = new EventBridgeClient({ ...clientConfigOf(caller), maxAttempts: 1 })
  const { Entries: [result] = [] } = await client.send(
    new PutEventsCommand({
      Entries: [{ EventBusName: busArn, Source: source, DetailType: detailType, Detail: detail }],
    }),
  )
  if (result?.ErrorCode !== undefined) {
    throw new AwsError(result.ErrorCode, result.ErrorMessage ?? '', isRetryable(result.ErrorCode) ? 500 : 400)
  }
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsResultEntry.html */
function isRetryable(errorCode: string): boolean {
  return errorCode === 'InternalFailure' || errorCode === 'ThrottlingException'
}
