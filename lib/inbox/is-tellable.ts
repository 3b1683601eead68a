import { isOutboxError, type OutboxError } from '../errors.js'

/**
 * Our own errors name places, never values, so a log may tell what they say. Not of places in the data, which may be named
 * by the data: the keys of a record.
 */
export function isTellable(error: unknown): error is OutboxError {
  return isOutboxError(error) && error.details.path?.startsWith('data') !== true
}
