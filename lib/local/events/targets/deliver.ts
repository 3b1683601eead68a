import type { Caller } from '../../caller.js'
import type { LocalEnvironment } from '../../resource-provider.js'
import type { AcceptedEvent } from '../accepted-event.js'
import type { EventMetrics } from '../event-metrics.js'
import { deadLetter } from './dead-letter.js'
import { invokeFunction } from './invoke-function.js'
import type { QueueSender } from './queue-sender.js'
import { type RetryEnvironment, retry } from './retry.js'
import type { SendingRule, Target } from './target.js'

export interface DeliveryEnvironment extends RetryEnvironment {
  readonly local: LocalEnvironment
  readonly queues: QueueSender
  readonly metrics: EventMetrics
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
  const { metrics, clock } = environment
  const age = (): number => clock.now() - event.ingestedAt
  metrics.ofRule('InvocationsCreated', rule)
  const attempt = async (retries: number): Promise<void> => {
    metrics.ofRule('InvocationAttempts', rule)
    if (retries === 0) metrics.ofRule('IngestionToInvocationStartLatency', rule, age())
    else metrics.ofRule('RetryInvocationAttempts', rule)
    await send(event, rule, target, environment)
    metrics.ofRule('SuccessfulInvocationAttempts', rule)
    metrics.ofRule('IngestionToInvocationSuccessLatency', rule, age())
  }
  const what = `an event of rule ${rule.name} for ${target.arn}`
  const retried = { what, attempt, policy: target.retryPolicy, since: event.ingestedAt }
  const outcome = await retry(retried, environment)
  if (outcome.kind === 'stopped') return
  metrics.ofRule('Invocations', rule)
  if (outcome.kind === 'delivered') return
  metrics.ofRule('FailedInvocations', rule)
  const warn = (message: string): void => environment.local.spies.warn(message)
  await deadLetter(event, rule, target, outcome, { ...environment, caller: senderOf(rule, target), warn })
}

async function send(
  event: AcceptedEvent,
  rule: SendingRule,
  target: Target,
  environment: DeliveryEnvironment,
): Promise<void> {
  const { local, queues, forward } = environment
  const caller = senderOf(rule, target)
  if (target.kind === 'event-bus') {
    await local.authorise({ caller, action: 'events:PutEvents', resource: target.arn })
    return forward(event, target.arn)
  }
  const input = target.input(event, rule)
  if (target.kind === 'function') return invokeFunction(target.arn, input, caller, local)
  const { traceHeader } = event
  const message = {
    queueArn: target.arn,
    body: input,
    ...(target.messageGroupId !== undefined && { messageGroupId: target.messageGroupId(event) }),
    ...(traceHeader !== undefined && { traceHeader }),
  }
  await queues.send(message, caller)
}

/** EventBridge acts by the resource's policy, or as the target's role if it has one. */
function senderOf(rule: SendingRule, { roleArn }: Target): Caller {
  return {
    kind: 'service',
    name: 'events.amazonaws.com',
    ...(roleArn !== undefined && { roleArn }),
    sourceArn: rule.arn,
  }
}
