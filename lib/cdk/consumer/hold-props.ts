import type { Duration } from 'aws-cdk-lib'

/** How long an event waits for one of its aggregate that must be handled before it and has not come yet. */
export interface HoldProps {
  /**
   * How long it waits before it becomes a dead letter, for people to judge: 1 second to `retention`.
   * @default Duration.minutes(15)
   */
  readonly deadline?: Duration
  /**
   * After how long it is tried again: 1 second to `deadline`, and so long that there are at most 995 tries within it.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
   * @default Duration.seconds(10)
   */
  readonly retryAfter?: Duration
}
