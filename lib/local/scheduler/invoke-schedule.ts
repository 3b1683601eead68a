import { randomBytes } from 'node:crypto'
import type { Caller } from '../caller.js'
import { type RetryEnvironment, retry } from '../events/targets/retry.js'
import { toDeliveryError } from '../events/targets/to-delivery-error.js'
import type { LocalEnvironment } from '../resource-provider.js'
import { type DeadLetterEnvironment, deadLetter } from './dead-letter.js'
import { payloadOf } from './payload.js'
import type { Schedule } from './schedule.js'
import { callTarget } from './target/call-target.js'

export interface InvocationEnvironment extends RetryEnvironment, DeadLetterEnvironment {
  readonly local: LocalEnvironment
}

/**
 * Calls the target of a schedule: retries by its policy, then its dead-letter queue. Never rejects.
 * @param due the time by the schedule, milliseconds since the epoch
 */
export async function invokeSchedule(
  schedule: Schedule,
  due: number,
  environment: InvocationEnvironment,
): Promise<void> {
  const { local, metrics } = environment
  const { target, groupName } = schedule
  const caller: Caller = {
    kind: 'service',
    name: 'scheduler.amazonaws.com',
    roleArn: target.roleArn,
    // Not the schedule's own.
    // https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
    sourceArn: schedule.arn.replace(/:schedule\/.*$/, `:schedule-group/${groupName}`),
  }
  const executionId = randomBytes(8).toString('hex')
  let payload = ''
  const attempt = async (retries: number): Promise<void> => {
    payload = payloadOf(schedule, { due, executionId, attempt: retries + 1 }, local)
    metrics.count('InvocationAttemptCount', groupName)
    try {
      await callTarget(target, payload, caller, environment)
    } catch (error) {
      metrics.count('TargetErrorCount', groupName)
      if (toDeliveryError(error).code === 'THROTTLING') metrics.count('TargetErrorThrottledCount', groupName)
      throw error
    }
  }
  const what = `schedule ${groupName}/${schedule.name}`
  const outcome = await retry({ what, attempt, policy: target.retryPolicy, since: due }, environment)
  if (outcome.kind !== 'failed') return
  metrics.count('InvocationDroppedCount', groupName)
  await deadLetter({ schedule, due, executionId, payload, caller, failure: outcome }, environment)
}
