import { Timers, type TimersEnvironment } from '../scheduler/timers.js'
import type { Rule } from './rule.js'

export interface RuleSchedulesEnvironment extends TimersEnvironment {
  /** @param due milliseconds since the epoch */
  readonly fire: (rule: Rule, due: number) => void
}

/** Runs the rules that have a schedule. */
export class RuleSchedules {
  readonly #environment: RuleSchedulesEnvironment
  readonly #timers: Timers

  constructor(environment: RuleSchedulesEnvironment) {
    this.#environment = environment
    this.#timers = new Timers(environment)
  }

  /** Runs the rule as it is now. */
  update(rule: Rule): void {
    this.end(rule)
    if (rule.schedule === undefined || rule.state === 'DISABLED') return
    const { clock, fire } = this.#environment
    this.#timers.start(rule.arn, {
      occurrences: rule.schedule.occurrences,
      // A rate's first run comes after its first interval.
      from: clock.now() + 1,
      onDue: (due) => fire(rule, due),
    })
  }

  end(rule: Rule): void {
    this.#timers.end(rule.arn)
  }
}
