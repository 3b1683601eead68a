/** Where published events are kept for good. */
export interface Archive {
  /**
   * Once this answers, the lines are kept.
   *
   * @param hour in which the events occurred: an ISO 8601 time, UTC, at least up to the hour
   * @param lines NDJSON, UTF-8
   * @throws the client's error; then the object may be there or not
   */
  readonly write: (hour: string, lines: Buffer) => Promise<void>
}
