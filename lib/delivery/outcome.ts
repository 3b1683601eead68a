import type { SendError } from '../destination/event-destination.js'
import type { RowFault } from './pending-row.js'

/** What became of one row's delivery, before it is written to the row. */
export type Outcome =
  /** The destination has it. */
  | { readonly kind: 'published' }
  /** It can never be delivered: a dead letter at once. */
  | { readonly kind: 'rejected'; readonly error: RowFault }
  /** This event fails while others pass: one attempt on its account, and a back-off. */
  | { readonly kind: 'record'; readonly error: SendError }
  /**
   * This event is refused while others pass, for a reason outside of it that a person must repair: a back-off, but
   * no attempt, and never given up.
   */
  | { readonly kind: 'denied'; readonly error: SendError }
  /** The destination failed on this entry only: a back-off, but no attempt. */
  | { readonly kind: 'isolated'; readonly error: SendError }
  /** Not sent, since an earlier event of its aggregate leaves the relay: it goes along. */
  | { readonly kind: 'along' }
  /** An outage, or no time left: nobody's fault, the row stays where it is. */
  | { readonly kind: 'held'; readonly error: SendError }
