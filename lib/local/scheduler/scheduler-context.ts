import type { RunLocation } from '../run-location.js'
import type { Schedules } from './schedules.js'

/** What the API actions and the providers work on. */
export interface SchedulerContext {
  readonly schedules: Schedules
  readonly home: RunLocation
}
