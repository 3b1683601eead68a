import type { DeliveryTimes } from '../delivery/delivery-times.js'

/** How long calls are repeated in one invocation. Milliseconds. */
export const RETRY_BUDGET = 20_000

/** Kept free at the end of the invocation for marking what was accepted. Milliseconds. */
export const SETTLE_RESERVE = 8_000

/** Kept free at the very end: a try to mark that begins just before must end, and the answer leave. Milliseconds. */
const ANSWER_RESERVE = 5_000

/** The times of an invocation that has `remaining` milliseconds left at `now`. */
export function relayTimes(now: number, remaining: number): DeliveryTimes & { readonly markUntil: number } {
  const sendUntil = now + remaining - SETTLE_RESERVE
  return {
    retryUntil: Math.min(now + RETRY_BUDGET, sendUntil),
    sendUntil,
    markUntil: now + remaining - ANSWER_RESERVE,
  }
}
