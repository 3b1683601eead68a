import { gzipSync } from 'node:zlib'
import type { ArchivedEvent } from '../../lib/archive/archived-event.js'

/** An event as the archive has it. */
export function archived(eventId: string, change: Partial<ArchivedEvent> = {}): ArchivedEvent {
  return {
    eventId,
    eventType: 'OrderPaid',
    source: 'shop',
    aggregateType: 'Order',
    aggregateId: 'o-1',
    occurredAt: '2026-11-30T09:00:00.000Z',
    publishedAt: '2026-11-30T09:00:01.000Z',
    detail: `{"metadata":{"eventId":"${eventId}"}, "data":{"n": 1.0}}`,
    ...change,
  }
}

/** The bytes of an object. Lines may be given as text. */
export function packed(...lines: readonly (ArchivedEvent | string)[]): Buffer {
  return gzipSync(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
}
