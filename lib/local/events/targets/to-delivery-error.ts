import { AwsError } from '../../aws-error.js'
import { DeliveryError, type DeliveryErrorCode } from './delivery-error.js'

const NO_RESOURCE = /QueueDoesNotExist|NonExistentQueue|ResourceNotFound|NotFoundException/
const NO_PERMISSIONS = /AccessDenied|NotAuthorized|UnrecognizedClient|InvalidClientTokenId|Forbidden/
const THROTTLING = /Throttl|TooManyRequests|RequestThrottled|LimitExceeded|SlowDown/

/** Sorts an error of a call to a target into EventBridge's kinds. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const label = error instanceof AwsError ? error.code : name
  return new DeliveryError(codeOf(error, name), `${label}: ${message}`, { cause: error })
}

function codeOf(error: unknown, name: string): DeliveryErrorCode {
  // The local cloud's own errors carry the AWS code in `code`, the SDK's in `name`.
  const code = member(error, 'code')
  const names = typeof code === 'string' ? `${name} ${code}` : name
  const status = member(error, 'statusCode') ?? member(member(error, '$metadata'), 'httpStatusCode')
  if (NO_RESOURCE.test(names)) return 'NO_RESOURCE'
  if (THROTTLING.test(names) || status === 429) return 'THROTTLING'
  if (NO_PERMISSIONS.test(names) || status === 401 || status === 403) return 'NO_PERMISSIONS'
  if (names.includes('Timeout')) return 'TIMEOUT'
  if (typeof status === 'number') return status < 500 ? 'INVALID_PARAMETER' : 'ERROR_FROM_TARGET'
  // Node's errors of a socket: ECONNREFUSED, ECONNRESET, EPIPE, …
  return /\bE[A-Z]{3,}/.test(names) ? 'CONNECTION_FAILURE' : 'UNKNOWN'
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
