import type { MappingSettings } from './mapping-settings.js'

/** Polls a source and invokes a function. Made by `startStreamMapping` and `startQueueMapping`. */
export interface EventSourceMapping {
  readonly settings: MappingSettings
  readonly enabled: boolean
  /** Goes on from where it stopped. Does nothing when it is enabled. */
  readonly enable: () => void
  /** Resolves when no invocation of it is under way. */
  readonly disable: () => Promise<void>
  /** Resolves once its position in the source is taken, or could not be. */
  readonly started?: () => Promise<void>
  /** What became of the last batch, in Lambda's words. */
  readonly lastProcessingResult?: string
}
