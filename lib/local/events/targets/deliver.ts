import type { LocalEnvironment } from '../../resource-provider.js'
import type { AcceptedEvent } from '../accepted-event.js'
import { deadLetter } from './dead-letter.js'
import { invokeFunction } from './invoke-function.js'
import type { QueueSender } from './queue-sender.js'
import { type RetryEnvironment, retry } from './retry.js'
import type { SendingRule, Target } from './target.js'

export interface DeliveryEnvironment extends RetryEnvironment {
  readonly local: LocalEnvironment
  readonly queues: QueueSender
  /** Puts an event on another bus. @throws DeliveryError when there is no such bus */
  readonly forward: (event: AcceptedEvent, busArn: string) => void
}

/** Brings one event to one target: retries by the target's policy, then its dead-letter queue. Never rejects. */
export async function deliver(
  event: AcceptedEvent,
  rule: SendingRule,
  target: Target,
  environment: DeliveryEnvironment,
): Promise<void> {
  let afterwards: (() => Promise<void>) | undefined
  const attempt = async (): Promise<void> => {
    afterwards = await send(event, rule, target, environment)
  }
  const outcome = await retry(attempt, target.retryPolicy, event.ingestedAt, environment)
  if (outcome.kind === 'failed') {
    const warn = (message: string): void => environment.local.spies.warn(message)
    await deadLetter(event, rule, target, outcome, environment.queues, { ...environment, warn })
  }
  await afterwards?.()
}

async function send(
  event: AcceptedEvent,
  rule: SendingRule,
  target: Target,
  environment: DeliveryEnvironment,
): Promise<(() => Promise<void>) | undefined> {
  if (target.kind === 'event-bus') {
    environment.forward(event, target.arn)
    return undefined
  }
  const input = target.input(event, rule)
  if (target.kind === 'function') return invokeFunction(target.arn, input, environment.local, environment)
  const { traceHeader } = event
  await environment.queues.send({
    queueArn: target.arn,
    body: input,
    ...(target.messageGroupId !== undefined && { messageGroupId: target.messageGroupId(event) }),
    ...(traceHeader !== undefined && { traceHeader }),
  })
  return undefined
}
