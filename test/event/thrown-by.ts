import { isOutboxError, type OutboxError } from '../../lib/errors.js'

/** The error of this library that `act` throws; anything else is passed on. */
export function thrownBy(act: () => unknown): OutboxError {
  try {
    act()
  } catch (error) {
    if (isOutboxError(error)) return error
    throw error
  }
  throw new Error('Expected an OutboxError, but nothing was thrown')
}
