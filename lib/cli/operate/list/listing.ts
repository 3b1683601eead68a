import type { SelectedRow } from '../selected-row.js'

/** What a list found. */
export interface Listing {
  readonly rows: readonly SelectedRow[]
  /** There are more that fit. */
  readonly more: boolean
  /** Why not all was looked at, for people. */
  readonly cut?: string
}
