import { errorName } from '../../error-name.js'

/** Whether SQS says that there is no such queue, by either of its names for that. */
export function isNoQueue(error: unknown): boolean {
  return /NonExistentQueue|QueueDoesNotExist/.test(errorName(error))
}
