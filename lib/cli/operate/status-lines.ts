import { ageText } from './age-text.js'
import type { Status } from './status.js'

/** For people: what matters at three in the morning first. */
export function statusLines(status: Status): string[] {
  const { queues } = status
  const least = status.isWhole ? '' : ' or more'
  const oldest =
    status.oldestPendingAge === null ? '' : `, the oldest for ${ageText(status.oldestPendingAge)}`
  const rows: readonly (readonly [string, string])[] = [
    ['outbox', `${status.outbox} in ${status.region}`],
    ['pending', `${status.pending}${least}${oldest}`],
    ['scheduled', `${status.scheduled}${least}`],
    ['dead', `${status.dead}${least}`],
    ['notices owed', `${status.noticesWaiting}${least}`],
    ['dead-letter queue', `${queues.deadLetter} messages`],
    ['redrive queue', `${queues.redrive} messages`],
    ...(queues.relayFailure === null
      ? []
      : [['relay-failure queue', `${queues.relayFailure} messages`] as const]),
    ['relay mapping', status.relayMapping],
    [
      'table',
      `${status.table}: ${status.tableItems} items, ${status.tableBytes} bytes, ${status.indexItems} in the index`,
    ],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}
