/** An event that the target refused for good. */
export interface FailedEvent {
  readonly eventId: string
  readonly eventType: string
  readonly errorCode: string
  /** Holds no payload. */
  readonly errorMessage: string
}
