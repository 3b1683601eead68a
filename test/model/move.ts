import type { State } from './layout.js'

/** One thing that somebody does, for the trace. */
export interface Move {
  readonly verb: string
  readonly worker?: number
  readonly row?: number
  /** Rows concerned, or how a call ended, entry by entry. */
  readonly rows?: readonly number[]
  readonly outcomes?: readonly number[]
}

/**
 * Takes a successor. `isFault`: nothing obliges this to happen, so it does not help anybody to get on.
 */
export type Emit = (move: Move, next: State, isFault?: boolean) => void
