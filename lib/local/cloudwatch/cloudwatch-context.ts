import type { Clock } from '../clock.js'
import type { AlarmRegistry } from './alarm-registry.js'
import type { Metrics } from './metrics-port.js'

/** What CloudWatch's API works on. */
export interface CloudWatchContext {
  readonly metrics: Metrics
  readonly alarms: AlarmRegistry
  readonly clock: Pick<Clock, 'now'>
}
