import { durationFaults, seconds } from '../value-faults.js'
import type { ConsumerSettings } from './consumer-settings.js'

export function holdFaults({ hold, retention }: ConsumerSettings): string[] {
  if (hold === undefined) return []
  return [
    ...durationFaults(
      'hold.deadline',
      hold.deadline,
      1,
      Math.max(1, seconds(retention)),
      '`retention` at most: the queue must still have the message',
    ),
    ...durationFaults(
      'hold.retryAfter',
      hold.retryAfter,
      1,
      // SQS hides a message for 12 hours at most, all in all: an hour leaves room for whatever else hides it.
      Math.min(60 * 60, Math.max(1, seconds(hold.deadline))),
      '`hold.deadline` at most, and an hour',
    ),
  ]
}
