import { ageText } from './age-text.js'
import { counted } from './counted.js'
import type { Status } from './status.js'

/** For people: what matters at three in the morning first. */
export function statusLines(status: Status): string[] {
  const { queues, table } = status
  const least = status.isWhole ? '' : ' or more'
  const oldest =
    status.oldestPendingAge === null ? '' : `, the oldest for ${ageText(status.oldestPendingAge)}`
  const rows: readonly (readonly [string, string])[] = [
    ['outbox', `${status.outbox} in ${status.region}`],
    ['pending', `${status.pending}${least}${oldest}`],
    ['retrying', `${status.retrying}${least}`],
    ['scheduled', `${status.scheduled}${least}`],
    ['dead', `${status.dead}${least}`],
    ['notices owed', `${status.noticesWaiting}${least}`],
    ['waiting for archive', `${status.waitingForArchive}${least}`],
    ['dead-letter queue', messages(queues.deadLetter)],
    ['redrive queue', messages(queues.redrive)],
    ['relay-failure queue', messages(queues.relayFailure)],
    ['relay mapping', status.relayMapping ?? 'unknown'],
    ['iterator age', status.iteratorAge === null ? 'none in 15 min' : ageText(status.iteratorAge)],
    ['table', `${table.name} ${table.status}: ${table.items} items, ${table.bytes} bytes`],
    ['index', `${table.indexItems} items, ${table.indexBytes} bytes`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
}

function messages(count: number | null): string {
  return count === null ? 'unknown' : counted(count, 'message')
}
