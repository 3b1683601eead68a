/** An event on its way: what the destination gets, byte for byte as it was written. */
export interface OutgoingEvent {
  readonly source: string
  readonly type: string
  readonly detail: string
  /** ISO 8601. */
  readonly time: string
  readonly traceHeader?: string
}

export interface SendError {
  readonly code: string
  /** For people; holds no payload. */
  readonly message: string
}

/** What became of one entry of a call that was answered. */
export type EntryResult =
  | { readonly kind: 'accepted' }
  /** The destination says that this event can never be delivered. */
  | { readonly kind: 'malformed'; readonly error: SendError }
  /** Too much at once: sending it again later may succeed. */
  | { readonly kind: 'throttled'; readonly error: SendError }
  /** The destination failed on this entry: sending it again may succeed. */
  | { readonly kind: 'internal'; readonly error: SendError }
  /** Not allowed, or not as things are set up: the event may be sent again once a person has repaired that. */
  | { readonly kind: 'denied'; readonly error: SendError }
  /** Everything else: this entry was refused, and sending it again at once would not help. */
  | { readonly kind: 'refused'; readonly error: SendError }

/** The answer to one call: entry by entry, or nothing was taken (`kind` says why). */
export type SendResult =
  | { readonly kind: 'answered'; readonly entries: readonly EntryResult[] }
  /** Too many bytes for this partition of AWS. */
  | { readonly kind: 'too-large'; readonly error: SendError }
  /** Refused as a whole for a reason that may lie in one entry, or in the configuration. */
  | { readonly kind: 'refused'; readonly error: SendError }
  /** Refused as a whole for a missing permission, which may be that of one entry or of all. */
  | { readonly kind: 'denied'; readonly error: SendError }
  /** Throttled, broken, unreachable, or the answer was lost: the entries may even have been accepted. */
  | { readonly kind: 'unavailable'; readonly error: SendError }

/** Where events go. Nothing here throws: each failure is an answer that delivery must handle. */
export interface EventDestination {
  /** Entries per call. */
  readonly maxEntries: number
  /** A call's bytes must stay below this. */
  readonly maxBytes: number
  readonly bytesOf: (event: OutgoingEvent) => number
  readonly send: (events: readonly OutgoingEvent[]) => Promise<SendResult>
  /**
   * Sends the heartbeat event, now: does the destination take anything from us at all? Undefined when it does.
   */
  readonly probe: () => Promise<SendError | undefined>
}
