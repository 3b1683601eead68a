import type { Duration } from 'aws-cdk-lib'

/** EventBridge's own archive of the bus, for its own replays. */
export interface EventArchiveProps {
  /**
   * How long EventBridge keeps the events: whole days, from 1.
   * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-archive.html
   * @default - for ever
   */
  readonly retention?: Duration
}
