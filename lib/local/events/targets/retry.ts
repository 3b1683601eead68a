import { backoff } from '../../../backoff.js'
import type { Clock } from '../../clock.js'
import type { Activity } from '../../time/activity.js'
import type { DeliveryError } from './delivery-error.js'
import type { RetryPolicy } from './target.js'
import { toDeliveryError } from './to-delivery-error.js'

export type ExhaustedCondition = 'MaximumRetryAttempts' | 'MaximumEventAgeInSeconds'

export type RetryOutcome =
  | { readonly kind: 'delivered' }
  /** The local cloud stopped while the event waited for its next attempt. */
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed'
      readonly error: DeliveryError
      /** How often it was tried again after the first attempt. */
      readonly retries: number
      /** Absent when the error was of a kind that is not retried. */
      readonly exhausted?: ExhaustedCondition
    }

export interface RetryEnvironment {
  readonly clock: Clock
  readonly activity: Activity
  /** From 0 to below 1. */
  readonly random: () => number
  readonly stopping: AbortSignal
}

export interface Retried {
  /** For the error that says what never ends: what an attempt does. */
  readonly what: string
  /** @param retries how often it was tried before */
  readonly attempt: (retries: number) => Promise<void>
  readonly policy: RetryPolicy
  /** When the event's age began, milliseconds since the epoch. */
  readonly since: number
}

/** AWS says no more than "exponential back off and jitter"; these figures are ours. Milliseconds. */
const FIRST_DELAY = 1_000
const LONGEST_DELAY = 600_000

/**
 * Attempts until it succeeds, the error is of a kind that is not retried, or the policy is exhausted. An attempt counts
 * as work, the wait for the next one does not. The first one begins before this returns.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html
 */
export async function retry(
  { what, attempt, policy, since }: Retried,
  { clock, activity, random, stopping }: RetryEnvironment,
): Promise<RetryOutcome> {
  const expiry = since + policy.maximumEventAgeInSeconds * 1000
  for (let retries = 0; ; retries += 1) {
    const attempted = activity.run(what, () => attempt(retries))
    const error = await attempted.then(() => undefined, toDeliveryError)
    if (error === undefined) return { kind: 'delivered' }
    if (!error.retryable) return { kind: 'failed', error, retries }
    if (retries >= policy.maximumRetryAttempts) {
      return { kind: 'failed', error, retries, exhausted: 'MaximumRetryAttempts' }
    }
    const remaining = expiry - clock.now()
    const delay = backoff({ tries: retries + 1, base: FIRST_DELAY, cap: LONGEST_DELAY, random })
    await clock.sleep(Math.max(0, Math.min(delay, remaining)), stopping)
    if (stopping.aborted) return { kind: 'stopped' }
    if (delay >= remaining) return { kind: 'failed', error, retries, exhausted: 'MaximumEventAgeInSeconds' }
  }
}
