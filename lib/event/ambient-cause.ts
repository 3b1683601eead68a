import { AsyncLocalStorage } from 'node:async_hooks'

/** The event whose handler is running: what the events that it writes are caused by. */
export interface Cause {
  readonly eventId: string
  readonly correlationId: string
  readonly traceparent?: string
  readonly context: Readonly<Record<string, string>>
  /** The context was signed with a key that the consumer knows. */
  readonly isVerified: boolean
}

/** Set by a consumer around each handler, read by every outbox below it, so that nobody passes it by hand. */
export const ambientCause: AsyncLocalStorage<Cause> = new AsyncLocalStorage()
