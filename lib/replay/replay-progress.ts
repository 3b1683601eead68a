/** How far a replay is. */
export interface ReplayProgress {
  /** Of the last item that is done with; absent before the first. */
  readonly position?: string
  /** When the last event that is done with occurred. ISO 8601, UTC. */
  readonly reached?: string
  /** Events that the target took. */
  readonly sent: number
  /** Events that the target refused for good. */
  readonly failed: number
  /** Events that the target admits no more, passed over as told. Absent for none. */
  readonly denied?: number
  /** Ids of events behind the position that the target took: not to be sent again. Absent for none. */
  readonly taken?: readonly string[]
  /** Lines or rows that hold no event, passed over as told. */
  readonly malformed: number
  /** Lines passed over because the event came before. */
  readonly duplicates: number
  /** Rows passed over because the outbox has not delivered them yet. */
  readonly unpublished: number
}

export const NO_PROGRESS: ReplayProgress = {
  sent: 0,
  failed: 0,
  malformed: 0,
  duplicates: 0,
  unpublished: 0,
}
