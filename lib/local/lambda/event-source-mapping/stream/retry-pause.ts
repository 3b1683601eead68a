import { exponentialBackoff } from './backoff.js'

/** Milliseconds before a stream that could not be read is read again, by consecutive failures. */
export const retryPause: (failures: number) => number = exponentialBackoff({ base: 1000, cap: 60_000 })
