import { AwsError } from '../aws-error.js'
import type { Caller } from '../caller.js'
import { isoSeconds } from '../events/accept-event.js'
import type { FailedDelivery } from '../events/targets/dead-letter.js'
import type { DeliveryError } from '../events/targets/delivery-error.js'
import type { QueueSender } from '../events/targets/queue-sender.js'
import { type RetryEnvironment, retry } from '../events/targets/retry.js'
import type { LocalEnvironment } from '../resource-provider.js'
import type { Schedule } from './schedule.js'
import type { SchedulerMetrics } from './scheduler-metrics.js'
import type { TargetCall } from './target/schedule-target.js'

export interface DeadLetterEnvironment extends RetryEnvironment {
  readonly local: Pick<LocalEnvironment, 'spies'>
  readonly queues: QueueSender
  readonly metrics: SchedulerMetrics
}

export interface FailedExecution {
  readonly schedule: Schedule
  /** Milliseconds since the epoch. */
  readonly due: number
  readonly executionId: string
  /** Of the last attempt. */
  readonly payload: string
  readonly caller: Caller
  readonly failure: FailedDelivery
}

/** AWS documents no retry policy for the dead-letter queue itself; the default of targets applies here. */
const POLICY = { maximumRetryAttempts: 185, maximumEventAgeInSeconds: 86_400 }

/**
 * Sends the payload to the schedule's dead-letter queue, with the reason as message attributes. Without one it is lost,
 * as on AWS: a warning tells.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html
 */
export async function deadLetter(failed: FailedExecution, environment: DeadLetterEnvironment): Promise<void> {
  const { schedule, payload, caller, failure } = failed
  const { clock, local, metrics, queues } = environment
  const { target, groupName } = schedule
  const lost = `Schedule ${groupName}/${schedule.name} did not reach ${target.arn} (${failure.error.message})`
  const queueArn = target.deadLetterQueueArn
  if (queueArn === undefined) {
    local.spies.warn(`${lost}, and the call is dropped: its target has no DeadLetterConfig.`)
    return
  }
  const message = { queueArn, body: payload, attributes: attributesOf(failed) }
  const attempt = (): Promise<void> => queues.send(message, caller)
  const what = `a dead letter of schedule ${groupName}/${schedule.name}`
  const outcome = await retry({ what, attempt, policy: POLICY, since: clock.now() }, environment)
  if (outcome.kind === 'delivered') metrics.count('InvocationsSentToDeadLetterCount', groupName)
  if (outcome.kind !== 'failed') return
  metrics.count('InvocationsFailedToBeSentToDeadLetterCount', groupName, errorCode(outcome.error))
  local.spies.warn(`${lost}, nor its dead-letter queue ${queueArn} (${outcome.error.message}).`)
}

function attributesOf({ schedule, due, executionId, failure }: FailedExecution): Record<string, string> {
  const { error, retries, exhausted } = failure
  return {
    ERROR_CODE: errorCode(error),
    ERROR_MESSAGE: error.cause instanceof Error ? error.cause.message : error.message,
    EXECUTION_ID: executionId,
    // "Present if the error from the target API is a retryable error, and not a permanent error."
    ...(exhausted !== undefined && { EXHAUSTED_RETRY_CONDITION: exhausted }),
    IS_PAYLOAD_TRUNCATED: 'false',
    RETRY_ATTEMPTS: String(retries),
    SCHEDULED_TIME: isoSeconds(due),
    SCHEDULE_ARN: schedule.arn,
    TARGET_ARN: `arn:aws:scheduler:::aws-sdk:${apiAction(schedule.target.call)}`,
  }
}

/** The code of the target's API. */
function errorCode({ cause, code }: DeliveryError): string {
  if (cause instanceof AwsError) return cause.code
  return cause instanceof Error ? cause.name : code
}

function apiAction(call: TargetCall): string {
  switch (call.kind) {
    case 'invoke-function':
      return 'lambda:invoke'
    case 'send-message':
      return 'sqs:sendMessage'
    case 'put-events':
      return 'eventbridge:putEvents'
    case 'universal':
      return `${call.service}:${call.operation.charAt(0).toLowerCase()}${call.operation.slice(1)}`
  }
}
