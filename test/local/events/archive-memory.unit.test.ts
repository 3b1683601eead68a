import { expect, it } from 'vitest'
import { acceptEvent } from '../../../lib/local/events/accept-event.js'
import type { AcceptedEvent } from '../../../lib/local/events/accepted-event.js'
import type { Archive } from '../../../lib/local/events/archives/archive.js'
import { Archives } from '../../../lib/local/events/archives/archives.js'
import { replayedEvent } from '../../../lib/local/events/archives/replayed-event.js'
import type { EventBus } from '../../../lib/local/events/event-bus.js'
import { collectGarbage, heldBytes } from '../collect-garbage.js'

const DAY = 86_400_000
const BUS: EventBus = {
  name: 'orders',
  arn: 'arn:bus',
  createdAt: 0,
  rules: new Map(),
  statements: new Map(),
}
const ARCHIVE: Archive = {
  name: 'all',
  arn: 'arn:archive',
  eventSourceArn: BUS.arn,
  retentionDays: 1,
  createdAt: 0,
}

function eventAt(ingestedAt: number, detail: string): AcceptedEvent {
  return acceptEvent({
    entry: { source: 'shop', detailType: 'Placed', detail, resources: [] },
    id: `event ${ingestedAt}`,
    busName: BUS.name,
    accountId: '000000000000',
    region: 'us-east-1',
    ingestedAt,
  })
}

it('an archive that nobody looks at does not keep events past its retention', async () => {
  let now = 0
  const archives = new Archives(
    () => now,
    () => 0,
  )
  archives.add(ARCHIVE)
  const before = await heldBytes()
  for (let day = 0; day < 2000; day += 1) {
    now = day * DAY
    archives.offer(eventAt(now, JSON.stringify({ filler: String(day).padEnd(10_000) })), BUS)
  }
  expect((await heldBytes()) - before).toBeLessThan(5_000_000)
  expect(archives.sizeOf(ARCHIVE).eventCount).toBe(1)
})

it('an archive keeps the text of an event, which a replay makes the whole event of again', async () => {
  const archives = new Archives(
    () => 5000,
    () => 0,
  )
  archives.add(ARCHIVE)
  const detail = ' { "z": 1.0, "é": "\\u00e9", "z": 2 } '
  const offer = (): readonly WeakRef<object>[] => {
    const event = eventAt(5000, detail)
    archives.offer(event, BUS)
    return [new WeakRef(event.envelope), new WeakRef(event.root)]
  }
  const parts = offer()
  await collectGarbage()
  expect(parts.map((part) => part.deref())).toEqual([undefined, undefined])

  const [archived] = archives.eventsOf(ARCHIVE)
  if (archived === undefined) throw new Error('the archive is empty')
  const original = eventAt(5000, detail)
  const text = `${original.text.slice(0, -1)},"replay-name":"again"}`
  const members = new Map(original.root.kind === 'object' ? original.root.members : [])
  members.set('replay-name', { kind: 'string', text: '"again"', value: 'again' })
  expect(replayedEvent(archived, 'again', 9000)).toEqual({
    ...original,
    envelope: { ...original.envelope, 'replay-name': 'again' },
    text,
    root: { kind: 'object', text, members },
    ingestedAt: 9000,
  })
})
