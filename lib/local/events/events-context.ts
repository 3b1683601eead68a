import type { LocalEnvironment } from '../resource-provider.js'
import type { EventBuses } from './event-buses.js'
import type { EventRouter } from './event-router.js'

/** What the API actions and the providers work on. */
export interface EventsContext {
  readonly environment: LocalEnvironment
  readonly buses: EventBuses
  readonly router: EventRouter
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
