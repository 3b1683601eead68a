/** When a schedule runs. */
export interface Occurrences {
  /** The first one at this time or later, `undefined` when there is none. Milliseconds since the epoch. */
  readonly from: (time: number) => number | undefined
}
