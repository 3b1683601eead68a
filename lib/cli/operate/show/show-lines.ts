import { ageText } from '../age-text.js'
import { printable } from '../printable.js'
import type { NoticePlace } from './find-notice.js'
import type { ShownEvent } from './shown-event.js'

const NOTICE: Readonly<Record<NoticePlace, string>> = {
  inQueue: 'in the dead-letter queue',
  notInQueue:
    'not in the dead-letter queue: moved, deleted, older than its retention, or with another reader',
  unknown: 'not among the messages that were looked at',
}

/** For people; what the row does not tell has no line. */
export function showLines(event: ShownEvent, notice: NoticePlace | undefined, now: number): string[] {
  const { next, detail } = event
  const rows: readonly (readonly [string, string | null])[] = [
    ['event', event.eventId],
    ['type', `${event.type ?? '-'} from ${event.source ?? '-'}`],
    ['aggregate', `${event.aggregateType}/${event.aggregateId}`],
    ['sequence', event.sequence],
    ['status', `${event.status}${event.shard === null ? '' : `, in ${event.shard}`}`],
    ['next', next.at === null ? next.who : `${next.who} ${when(next.at, now)}`],
    ['written', event.writtenAt && when(event.writtenAt, now)],
    ['attempts', event.attempts === 0 ? null : String(event.attempts)],
    ['first failed', event.firstFailedAt],
    ['error', event.error],
    ['died', event.diedAt && `${when(event.diedAt, now)}, ${times(event.deaths)}`],
    ['redriven', event.redrivenAt && `${event.redrivenAt} by ${event.redrivenBy ?? '-'}`],
    ['published', event.publishedAt],
    ['expires', event.expiresAt],
    ['notice', notice === undefined ? null : NOTICE[notice]],
    ['row', [event.row.table, event.row.partitionKey, event.row.sortKey ?? []].flat().join(' ')],
  ]
  const told = rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const width = Math.max(...told.map(([name]) => name.length))
  return [
    ...told.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`),
    '',
    detail === null ? 'The row has no detail.' : printable(detail),
  ]
}

function when(iso: string, now: number): string {
  const away = Math.round((Date.parse(iso) - now) / 1_000)
  return `${iso} (${away > 0 ? `in ${ageText(away)}` : `${ageText(-away)} ago`})`
}

function times(deaths: number): string {
  return deaths === 1 ? 'once' : `${deaths} times`
}
