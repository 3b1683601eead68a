import { ageText } from './age-text.js'
import { counted } from './counted.js'
import { printable } from './printable.js'
import type { Level, Status } from './status.js'

/** For people: what matters at three in the morning first. */
export function statusLines(status: Status): string[] {
  const { queues, table } = status
  const least = (level: Level): string => (status.lowerBounds.includes(level) ? ' or more' : '')
  const oldest =
    status.oldestPendingAge === null
      ? ''
      : `, the oldest for ${ageText(status.oldestPendingAge)}${least('oldestPendingAge')}`
  const rows: readonly (readonly [string, string])[] = [
    ['outbox', `${status.outbox} in ${status.region}`],
    ['pending', `${status.pending}${least('pending')}${oldest}`],
    ['retrying', `${status.retrying}${least('retrying')}`],
    ['scheduled', `${status.scheduled}${least('scheduled')}`],
    ['dead', `${status.dead}${least('dead')}`],
    ['notices owed', `${status.noticesWaiting}${least('noticesWaiting')}`],
    ['waiting for archive', `${status.waitingForArchive}${least('waitingForArchive')}`],
    ['dead-letter queue', messages(queues.deadLetter)],
    ['redrive queue', messages(queues.redrive)],
    ['relay-failure queue', messages(queues.relayFailure)],
    ['relay mapping', status.relayMapping ?? 'unknown'],
    ['iterator age', status.iteratorAge === null ? 'none in 15 min' : ageText(status.iteratorAge)],
    ['table', `${table.name} ${table.status}: ${table.items} items, ${table.bytes} bytes`],
    ['index', `${table.indexItems} items, ${table.indexBytes} bytes`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`)
}

function messages(count: number | null): string {
  return count === null ? 'unknown' : counted(count, 'message')
}
