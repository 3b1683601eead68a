import { randomUUID } from 'node:crypto'
import { REPLAY_MARK } from '../event/replay-mark.js'
import type { ReplayedEvent } from './replayed-event.js'

/**
 * The text that a rule of the bus would put into a queue for a replayed event: EventBridge's envelope, marked, with the
 * detail byte for byte. Its time has whole seconds.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html
 */
export function envelopeText(event: ReplayedEvent, eventBusArn: string): string {
  const [, , , region = '', account = ''] = eventBusArn.split(':')
  const head = JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': event.eventType,
    source: event.source,
    account,
    time: new Date(event.occurredAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [REPLAY_MARK],
  })
  return `${head.slice(0, -1)},"detail":${event.detail}}`
}
