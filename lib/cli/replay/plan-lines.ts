import type { CountedRows, ReplayPlan } from '../../replay/replay-record.js'
import type { OutboxResources } from '../operate/outbox-resources.js'
import { printable } from '../operate/printable.js'
import { archiveLag } from './archive-lag.js'
import { filterText } from './filter-text.js'
import { inboxNote } from './inbox-note.js'

/** What a source has, before anything is read of it. */
export interface Found {
  readonly text: string
  /** Of the oldest event, as far as it is known. ISO 8601 */
  readonly oldest?: string
  /** Where all of it was counted, and can be counted on. */
  readonly counted?: CountedRows
}

/** The outbox, as far as the plan tells of it. */
type Of = Pick<OutboxResources, 'name' | 'environment'>

/** What is going to happen, for people. */
export function planLines(
  plan: ReplayPlan,
  { name: outbox, environment }: Of,
  found: Found,
  now: number,
): string[] {
  const { from, filters, rate, consumer, archive, eventBusArn, waiting } = plan
  const origin = {
    rows: waiting === undefined ? 'the rows that are retained' : 'the rows that wait for the archive',
    archive: `the archive in bucket ${archive}`,
    both: `the archive in bucket ${archive}, then the rows that wait for it`,
    'event-bridge': `EventBridge's archive ${archive}`,
  }[from]
  const lag = from === 'archive' ? archiveLag(environment, now) : undefined
  const rows: readonly (readonly [string, string])[] = [
    ['replay', `${outbox}, from ${origin}`],
    ['events', filterText(filters)],
    ['found', found.text],
    ...(lag === undefined ? [] : [['missing', lag] as const]),
    [
      'to',
      consumer === undefined
        ? `${eventBusArn}: every rule that takes replays`
        : `the queue of consumer ${consumer.name} in ${consumer.stack}, past its rule`,
    ],
    ...(from === 'event-bridge'
      ? [['note', EVENT_BRIDGE_NOTE] as const]
      : [['rate', `${rate ?? 'any number of'} events per second at most`] as const]),
    ['inbox', inboxNote(found.oldest, now)],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => printable(`${name.padEnd(width)}  ${value}`))
}

const EVENT_BRIDGE_NOTE =
  'its events carry `replay-name` instead of our mark; their order is not kept; it goes on by itself once it is started'
