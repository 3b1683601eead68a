import type { LocalEnvironment } from '../resource-provider.js'
import type { Archives } from './archives/archives.js'
import type { Replays } from './archives/replays.js'
import type { EventBuses } from './event-buses.js'
import type { EventMetrics } from './event-metrics.js'
import type { EventRouter } from './event-router.js'
import type { RuleSchedules } from './rule-schedules.js'

/** What the API actions and the providers work on. */
export interface EventsContext {
  readonly environment: LocalEnvironment
  readonly buses: EventBuses
  readonly router: EventRouter
  readonly schedules: RuleSchedules
  readonly archives: Archives
  readonly replays: Replays
  readonly metrics: EventMetrics
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
