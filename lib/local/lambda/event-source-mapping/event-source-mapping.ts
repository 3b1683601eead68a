import type { MappingSettings } from './mapping-settings.js'

/** A mapping that polls its source and invokes its function. Made by `startStreamMapping` and `startQueueMapping`. */
export interface EventSourceMapping {
  readonly settings: MappingSettings
  readonly enabled: boolean
  /** Goes on from where it stopped. Does nothing when it is enabled. */
  readonly enable: () => void
  /** Resolves when no invocation of it is under way. */
  readonly disable: () => Promise<void>
}
