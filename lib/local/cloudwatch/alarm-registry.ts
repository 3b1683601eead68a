import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import type { Alarm, CompositeAlarm } from './alarm.js'
import { parseAlarmRule } from './alarm-rule.js'
import type { AlarmStatus } from './alarm-state.js'
import { metricAlarmStatus } from './metric-alarm-status.js'
import type { Metrics } from './metrics-port.js'

/** The alarms of the templates. Their states are worked out when somebody asks: no action is ever taken. */
export class AlarmRegistry {
  readonly #alarms = new Map<string, Alarm>()
  readonly #metrics: Metrics
  readonly #clock: Pick<Clock, 'now'>

  constructor(metrics: Metrics, clock: Pick<Clock, 'now'>) {
    this.#metrics = metrics
    this.#clock = clock
  }

  add(alarm: Alarm): void {
    this.#alarms.set(alarm.name, alarm)
  }

  /** By name. */
  all(): readonly Alarm[] {
    return [...this.#alarms.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  /** By name or ARN. */
  find(nameOrArn: string): Alarm | undefined {
    return this.#alarms.get(nameOrArn) ?? this.all().find(({ arn }) => arn === nameOrArn)
  }

  statusOf(alarm: Alarm): AlarmStatus {
    return this.#statusOf(alarm, [])
  }

  #statusOf(alarm: Alarm, above: readonly Alarm[]): AlarmStatus {
    if (alarm.kind === 'metric') return metricAlarmStatus(alarm, this.#metrics, this.#clock.now())
    try {
      return this.#compositeStatus(alarm, [...above, alarm])
    } catch (error) {
      if (!(error instanceof AwsError)) throw error
      return { state: 'INSUFFICIENT_DATA', reason: error.message, since: alarm.createdAt }
    }
  }

  #compositeStatus({ name, rule, createdAt }: CompositeAlarm, above: readonly Alarm[]): AlarmStatus {
    let since = createdAt
    const seen: string[] = []
    const holds = parseAlarmRule(rule)((nameOrArn) => {
      const child = this.find(nameOrArn)
      if (child === undefined) throw invalidRule(`${name} names the alarm ${nameOrArn}, which does not exist`)
      if (above.includes(child)) throw invalidRule(`${name} depends on itself`)
      const status = this.#statusOf(child, above)
      since = Math.max(since, status.since)
      seen.push(`${child.name} is ${status.state}`)
      return status.state
    })
    const reason = `The rule ${holds ? 'holds' : 'does not hold'}: ${seen.join(', ')}.`
    return { state: holds ? 'ALARM' : 'OK', reason, since }
  }
}

function invalidRule(message: string): AwsError {
  return new AwsError('ValidationError', message)
}
