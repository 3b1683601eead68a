import type { Clock } from '../clock.js'
import type { SpyLog } from '../spy-log.js'

export type SchedulerMetric =
  | 'InvocationAttemptCount'
  | 'InvocationDroppedCount'
  | 'InvocationsFailedToBeSentToDeadLetterCount'
  | 'InvocationsSentToDeadLetterCount'
  | 'TargetErrorCount'
  | 'TargetErrorThrottledCount'

/**
 * The namespace `AWS/Scheduler`: by schedule group, and over all of them.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/monitoring-cloudwatch.html
 */
export class SchedulerMetrics {
  readonly #spies: Pick<SpyLog, 'recordMetric'>
  readonly #clock: Clock

  constructor(spies: Pick<SpyLog, 'recordMetric'>, clock: Clock) {
    this.#spies = spies
    this.#clock = clock
  }

  /** @param errorCode `InvocationsFailedToBeSentToDeadLetterCount` is counted by error code, too */
  count(name: SchedulerMetric, groupName: string, errorCode?: string): void {
    const at = new Date(this.#clock.now())
    const names = errorCode === undefined ? [name] : [name, `${name}_${errorCode}`]
    for (const metric of names) {
      const count = { namespace: 'AWS/Scheduler', name: metric, value: 1, unit: 'Count', at }
      this.#spies.recordMetric({ ...count, dimensions: {} })
      this.#spies.recordMetric({ ...count, dimensions: { ScheduleGroup: groupName } })
    }
  }
}
