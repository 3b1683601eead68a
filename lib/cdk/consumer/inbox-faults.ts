import { attributeNameFaults } from '../attribute-name-faults.js'
import { QUEUE_RETENTION } from '../defaults.js'
import { durationFaults, fault, NO_MOST, seconds } from '../value-faults.js'
import type { ConsumerSettings } from './consumer-settings.js'

const EFFECTS: readonly string[] = ['transaction', 'outside']

export function inboxFaults({ inbox, retention }: ConsumerSettings): string[] {
  if (inbox === undefined) return []
  return [
    ...attributeNameFaults('inbox.', inbox),
    ...durationFaults(
      'inbox.ttl',
      inbox.ttl,
      seconds(retention) + QUEUE_RETENTION.toSeconds(),
      NO_MOST,
      '`retention` and the 14 days of the dead-letter queue: what is redriven must still be known',
    ),
    ...(EFFECTS.includes(inbox.effects)
      ? []
      : [fault('inbox.effects', "be 'transaction' or 'outside'", inbox.effects)]),
  ]
}
