import type { Duration } from 'aws-cdk-lib'

/** How long an event that failed by itself waits for its next try: twice as long after each, half of it random. */
export interface RetryProps {
  /**
   * The first wait, 1 second to `backoffCap`. Sweeps are what ends a wait, so less than `sweeper.interval` has no
   * effect.
   * @default Duration.minutes(1)
   */
  readonly backoffBase?: Duration
  /**
   * The longest wait, at most `sweeper.giveUpAfter`.
   * @default Duration.minutes(15)
   */
  readonly backoffCap?: Duration
}
