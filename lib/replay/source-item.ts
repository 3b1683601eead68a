import type { ReplayedEvent } from './replayed-event.js'

/** What a source comes upon, one after the other. `position` says how far it is read with this, to go on behind it. */
export type SourceItem =
  | { readonly kind: 'event'; readonly event: ReplayedEvent; readonly position: string }
  /** The same event came before. */
  | { readonly kind: 'duplicate'; readonly position: string }
  /** Nothing that is meant: so that a long way without an event can be interrupted, and is noted. */
  | { readonly kind: 'passed'; readonly position: string }
  /** A row that is not delivered yet: the outbox's own to deliver. */
  | { readonly kind: 'unpublished'; readonly position: string }
  | {
      readonly kind: 'malformed'
      /** For people: the object and the line, or the row. */
      readonly place: string
      /** Holds no payload. */
      readonly reason: string
      readonly position: string
    }

/** Delivered events, wherever they are kept, in an order that is the same each time. */
export interface ReplaySource {
  /**
   * @param after position of the last item that is done with; absent for all
   * @throws ReplayError, the SDK's error
   */
  readonly read: (after?: string) => AsyncGenerator<SourceItem, void, undefined>
}
