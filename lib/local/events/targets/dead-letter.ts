import type { Caller } from '../../caller.js'
import type { AcceptedEvent } from '../accepted-event.js'
import type { EventMetrics } from '../event-metrics.js'
import type { QueueSender } from './queue-sender.js'
import { type RetryEnvironment, type RetryOutcome, retry } from './retry.js'
import type { SendingRule, Target } from './target.js'

export type FailedDelivery = Extract<RetryOutcome, { readonly kind: 'failed' }>

export interface DeadLetterEnvironment extends RetryEnvironment {
  readonly queues: QueueSender
  readonly metrics: EventMetrics
  readonly caller: Caller
  readonly warn: (message: string) => void
}

/** AWS documents no retry policy for the dead-letter queue itself; the default of targets applies here. */
const POLICY = { maximumRetryAttempts: 185, maximumEventAgeInSeconds: 86_400 }

/**
 * Sends the original event to the target's dead-letter queue, with the reason as message attributes. Without one
 * the event is lost, as on AWS: `warn` is told.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
 */
export async function deadLetter(
  event: AcceptedEvent,
  rule: SendingRule,
  target: Target,
  { error, retries, exhausted }: FailedDelivery,
  environment: DeadLetterEnvironment,
): Promise<void> {
  const { queues, metrics, caller, clock, warn } = environment
  const lost = `Event ${event.id} did not reach target ${target.id} of rule ${rule.name} (${error.message})`
  const queueArn = target.deadLetterQueueArn
  if (queueArn === undefined) {
    warn(`${lost} and is dropped: the target has no DeadLetterConfig.`)
    return
  }
  const attributes = {
    RULE_ARN: rule.arn,
    TARGET_ARN: target.arn,
    ERROR_CODE: error.code,
    ERROR_MESSAGE: error.message,
    RETRY_ATTEMPTS: String(retries),
    ...(exhausted !== undefined && { EXHAUSTED_RETRY_CONDITION: exhausted }),
  }
  const attempt = (): Promise<void> => queues.send({ queueArn, body: event.text, attributes }, caller)
  const what = `a dead letter of rule ${rule.name}`
  const outcome = await retry({ what, attempt, policy: POLICY, since: clock.now() }, environment)
  if (outcome.kind === 'delivered') metrics.ofRule('InvocationsSentToDlq', rule)
  if (outcome.kind !== 'failed') return
  metrics.ofRule('InvocationsFailedToBeSentToDlq', rule)
  warn(`${lost}, nor its dead-letter queue ${queueArn} (${outcome.error.message}).`)
}
