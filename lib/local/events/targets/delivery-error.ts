/**
 * The `ERROR_CODE` of a dead letter, as far as they occur here.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
 */
export type DeliveryErrorCode =
  | 'CONNECTION_FAILURE'
  | 'ERROR_FROM_TARGET'
  | 'INVALID_JSON'
  | 'INVALID_PARAMETER'
  | 'NO_PERMISSIONS'
  | 'NO_RESOURCE'
  | 'THROTTLING'
  | 'TIMEOUT'
  | 'UNKNOWN'

const RETRYABLE: ReadonlySet<DeliveryErrorCode> = new Set([
  'CONNECTION_FAILURE',
  'ERROR_FROM_TARGET',
  'THROTTLING',
  'TIMEOUT',
])

/** A target did not take an event. */
export class DeliveryError extends Error {
  override readonly name: string = 'DeliveryError'
  readonly code: DeliveryErrorCode
  /** False for what stays wrong until somebody acts: then the event goes to the dead-letter queue at once. */
  readonly retryable: boolean

  constructor(code: DeliveryErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
    this.retryable = RETRYABLE.has(code)
  }
}
