import type { Clock } from '../clock.js'
import type { MappingState, RelayMapping } from './relay-mapping.js'

export interface GraceOptions {
  readonly mapping: RelayMapping
  readonly clock: Clock
  /** While the relay may still deliver. Milliseconds. */
  readonly grace: number
  /** How long an invocation of the relay can last. Milliseconds. */
  readonly relayTimeout: number
}

/** The grace once no relay can be at work. Milliseconds. */
const SHORT_GRACE = 2 * 60_000

/**
 * How old a fresh row must be before the sweeper may take it from the relay. It falls once the mapping was seen
 * stopped twice, so far apart that an invocation which ran at the first sighting has ended. The first sighting is
 * kept in memory: a fresh execution environment forgets it, which only delays.
 */
export class Grace {
  readonly #options: GraceOptions
  #sighting: { readonly at: number; readonly changedAt: number | undefined } | undefined

  constructor(options: GraceOptions) {
    this.#options = options
  }

  /**
   * Milliseconds.
   *
   * @throws the error of the look at the mapping; until the next one the grace is the long one
   */
  async current(): Promise<number> {
    const { mapping, clock, grace, relayTimeout } = this.#options
    let state: MappingState
    try {
      state = await mapping.state()
    } catch (error) {
      this.#sighting = undefined
      throw error
    }
    if (!state.isStopped) {
      this.#sighting = undefined
      return grace
    }
    const now = clock.now()
    // A mapping that changed in between was enabled in between.
    if (this.#sighting === undefined || this.#sighting.changedAt !== state.changedAt)
      this.#sighting = { at: now, changedAt: state.changedAt }
    return now - this.#sighting.at > relayTimeout ? Math.min(SHORT_GRACE, grace) : grace
  }
}
