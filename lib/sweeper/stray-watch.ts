import { errorName } from '../error-name.js'
import type { IndexCursor } from '../store/owner-index.js'
import type { RowKey } from '../store/row-key.js'
import { isStray } from './is-stray.js'
import type { LevelsOptions } from './levels.js'

/** Rows that one sweep looks at: about 20 read units. */
const PART = 1_000

/**
 * Looks for strays in an index that is too large to be looked at as a whole, as one with an archive is for good: a part in
 * each sweep, until all of it was seen, and then from the beginning.
 */
export class StrayWatch {
  #after: IndexCursor | undefined

  /** Some of the index was not seen yet. */
  get isUnderWay(): boolean {
    return this.#after !== undefined
  }

  async next({ index, region, telemetry }: LevelsOptions): Promise<readonly RowKey[]> {
    try {
      const { entries, next } = await index.part(this.#after, PART)
      this.#after = next
      return entries.filter((entry) => isStray(entry, region)).map(({ key }) => key)
    } catch (error) {
      this.#after = undefined
      telemetry.warn('The index could not be looked through for rows that nobody looks for', {
        phase: 'levels',
        errorCode: errorName(error),
      })
      return []
    }
  }
}
