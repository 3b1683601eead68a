import { backoff } from '../backoff.js'
import type { Clock } from '../clock.js'
import { errorName } from '../error-name.js'
import type { OutboxStore, RowState } from '../store/outbox-store.js'
import { keyText, type RowKey } from '../store/row-key.js'

export interface LookUpOptions {
  readonly store: OutboxStore
  readonly clock: Clock
  readonly random: () => number
  /** No try begins after this. Milliseconds since the epoch. */
  readonly until: number
}

export interface LookUp {
  readonly states: ReadonlyMap<string, RowState>
  /** Keys, by `keyText`, of which nothing could be learnt in time. */
  readonly unread: ReadonlySet<string>
  /** The last error's code, if there are such keys. */
  readonly errorCode?: string
}

const BASE_DELAY = 100
const MAX_DELAY = 5_000

/**
 * Reads the rows' states, again and again what DynamoDB did not answer for. A table that refuses everything is an
 * outage like any other: it should be ended by the records' age, so the invocation lasts as long as it may.
 */
export async function lookUp(keys: readonly RowKey[], options: LookUpOptions): Promise<LookUp> {
  const { store, clock, random, until } = options
  const states = new Map<string, RowState>()
  let waiting = keys
  for (let tries = 1; ; tries += 1) {
    let errorCode = 'UnprocessedKeys'
    try {
      const answer = await store.lookUp(waiting)
      for (const [key, state] of answer.states) states.set(key, state)
      waiting = waiting.filter((key) => answer.unread.has(keyText(key)))
    } catch (error) {
      errorCode = errorName(error)
    }
    if (waiting.length === 0) return { states, unread: new Set() }
    const delay = backoff({ tries, base: BASE_DELAY, cap: MAX_DELAY, random })
    if (clock.now() + delay > until) return { states, unread: new Set(waiting.map(keyText)), errorCode }
    await clock.sleep(delay)
  }
}
