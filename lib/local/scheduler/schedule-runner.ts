import type { InFlight } from '../events/in-flight.js'
import { type InvocationEnvironment, invokeSchedule } from './invoke-schedule.js'
import type { Schedule } from './schedule.js'
import { Timers } from './timers.js'

export interface RunnerEnvironment extends InvocationEnvironment {
  readonly inFlight: InFlight
}

const MINUTE = 60_000

/** Calls the targets of schedules when they are due. */
export class ScheduleRunner {
  readonly #environment: RunnerEnvironment
  readonly #timers: Timers

  constructor(environment: RunnerEnvironment) {
    this.#environment = environment
    this.#timers = new Timers(environment)
  }

  /**
   * Runs the schedule as it is now.
   * @param onCompletion called after the last call has ended, when the schedule is to be deleted then
   */
  start(schedule: Schedule, onCompletion: () => void): void {
    this.end(schedule.arn)
    if (schedule.state === 'DISABLED') return
    const { inFlight } = this.#environment
    const { expression, startDate, endDate, modifiedAt, actionAfterCompletion } = schedule
    // "When you configure a one-time schedule, EventBridge Scheduler ignores the StartDate and EndDate."
    const once = expression.kind === 'at'
    const from = once ? modifiedAt : Math.max(startDate ?? modifiedAt, modifiedAt)
    const until = once ? undefined : endDate
    const calls = new Set<Promise<void>>()
    let called = false
    this.#timers.start(schedule.arn, {
      // "If you do not provide a StartDate, your schedule starts invoking the target immediately."
      occurrences: expression.occurrences(startDate ?? modifiedAt),
      from,
      ...(until !== undefined && { until }),
      onDue: (due) => {
        called = true
        const call = this.#call(schedule, due).finally(() => calls.delete(call))
        calls.add(call)
        inFlight.track(call)
      },
      onEnd: () => {
        if (!called || actionAfterCompletion === 'NONE') return
        inFlight.track(Promise.all(calls).then(onCompletion))
      },
    })
  }

  end(arn: string): void {
    this.#timers.end(arn)
  }

  async #call(schedule: Schedule, due: number): Promise<void> {
    const { clock, random, stopping } = this.#environment
    if (schedule.flexibleMinutes > 0) {
      await clock.sleep(random() * schedule.flexibleMinutes * MINUTE, stopping)
      if (stopping.aborted) return
    }
    await invokeSchedule(schedule, due, this.#environment)
  }
}
