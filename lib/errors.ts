/** What went wrong, for a program to branch on. Each code is documented where it is thrown. */
export type OutboxErrorCode =
  | 'INVALID_EVENT'
  | 'EVENT_TOO_LARGE'
  | 'TRANSACTION_TOO_LARGE'
  | 'TOO_MANY_ITEMS'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_EVENT'
  | 'CONDITION_FAILED'
  | 'CONFLICT'
  | 'NO_TRANSACTION'
  | 'UNSUPPORTED_VERSION'
  | 'UNKNOWN_EVENT'
  | 'INVALID_CONFIGURATION'

/** The facts behind an error. Which are set depends on the code. */
export interface OutboxErrorDetails {
  /** Where the fault is, as a path into what the caller passed: `data.lines[2].price`, `actions[1].Item`. */
  readonly path?: string
  /**
   * What the schema said of the data, for programs and tests. Not enumerable, so that it is in no log: a schema may
   * quote the value that it refuses.
   */
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
  /** The event concerned. */
  readonly eventId?: string
  readonly eventType?: string
  /** The position of the action concerned in its transaction, from 0, in the order of the calls. */
  readonly action?: number
  /**
   * `CONDITION_FAILED`: the item as it was when the condition failed; absent when there was none. Not enumerable, so
   * that printing the error does not print the aggregate.
   */
  readonly item?: Readonly<Record<string, unknown>>
  /** The size found and the largest allowed: bytes, or a number of items. */
  readonly actual?: number
  readonly maximum?: number
}

/**
 * The one error that this library throws on purpose. Errors of the AWS SDK (throttling, access denied, …) pass
 * through as they are, and are the `cause` where they are translated.
 */
export class OutboxError extends Error {
  override readonly name: string = 'OutboxError'
  readonly code: OutboxErrorCode
  readonly details: OutboxErrorDetails

  constructor(
    code: OutboxErrorCode,
    message: string,
    details: OutboxErrorDetails = {},
    options?: { readonly cause?: unknown },
  ) {
    super(message, options)
    this.code = code
    this.details = details
  }
}

/**
 * True for an error of this library, and of the given code if one is given. By shape, not by `instanceof`: a
 * bundle can hold two copies of this package.
 */
export function isOutboxError(error: unknown, code?: OutboxErrorCode): error is OutboxError {
  if (!(error instanceof Error) || error.name !== 'OutboxError' || !('code' in error)) return false
  return code === undefined || error.code === code
}
