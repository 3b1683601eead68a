import { fenceTime } from '../../lib/store/fence.js'
import { ATTRIBUTE } from '../../lib/store/layout.js'
import { INVARIANT } from '../model/invariants.js'
import type { EventRecord } from './event-record.js'
import { FINDING } from './findings.js'
import { ownerOf } from './ledger.js'
import { MINUTE, SECOND, TIMES } from './settings.js'
import type { World } from './world.js'

/** Sweeps until everything must have an end; each waits until something is due. */
const MAX_ROUNDS = 200
const MAX_CLEARINGS = 3

/** Ends all faults, lets the world go on fairly until nothing changes, and asks what became of every event. */
export async function settleWorld(world: World, note: (line: string) => void): Promise<void> {
  note('all faults end')
  world.endFaults()
  for (const { call, isOrphan } of world.calls.underWay.splice(0)) {
    await call.carryOut({ bits: 0, isAnswered: false, isOrphan })
    note(`${call.text} arrives late`)
  }
  await untilSettled(world, note)
  for (const event of world.ledger.events) requireEnd(world, event)
  note('what became of the events')

  for (const body of lastNotices(world)) world.queues.redrive(body)
  await untilSettled(world, note)
  for (const event of world.ledger.events)
    if (event.row !== undefined && event.row[ATTRIBUTE.status] !== 'PUBLISHED')
      world.findings.violate(INVARIANT.liveness, `${event.name} is redriven in vain`)
  note('all dead letters are redriven')

  await clearAway(world, note)
  await replayAll(world, note)
  await requireVersions(world)
  note('the end')
}

async function untilSettled(world: World, note: (line: string) => void): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await work(world, note)
    if (world.lanes.some((lane) => world.deliver(lane, 10, false) !== undefined)) continue
    if (world.consume(10, false)) continue
    const waiting = world.ledger.events.filter((event) => !isSettled(event))
    if (waiting.length === 0) return
    const due = Math.min(...waiting.map(actedUponAt))
    world.pass(Math.max(MINUTE, due - world.now + SECOND))
    note(`${waiting.length} events wait; a sweep`)
    world.sweep(false)
  }
  const waiting = world.ledger.events.filter((event) => !isSettled(event))
  world.findings.violate(INVARIANT.liveness, `${waiting.map(({ name }) => name)} after ${MAX_ROUNDS} rounds`)
  note('it never ends')
}

/** Releases what is called, first come, first served, until nobody is at work. */
async function work(world: World, note: (line: string) => void): Promise<void> {
  await world.quiet()
  for (let call = next(world); call !== undefined; call = next(world)) {
    world.pass(10)
    if (!world.calls.pending.includes(call)) continue
    await world.release(call, 'none', 0)
    note(call.text)
  }
}

/** Whoever sleeps waits until nobody else has anything to do. */
function next({ calls }: World) {
  const sleeps = calls.pending.filter(({ wakesAt }) => wakesAt !== undefined)
  const earliest = sleeps.sort((a, b) => (a.wakesAt ?? 0) - (b.wakesAt ?? 0))[0]
  return calls.pending.find(({ wakesAt }) => wakesAt === undefined) ?? earliest
}

export function isSettled({ row }: EventRecord): boolean {
  if (row === undefined || row[ATTRIBUTE.status] === 'PUBLISHED') return true
  return row[ATTRIBUTE.status] === 'DEAD' && ownerOf(row) === 'D'
}

/** When a sweep can do something for the row at the latest. */
export function actedUponAt({ row }: EventRecord): number {
  const due = fenceTime(String(row?.[ATTRIBUTE.due]))
  if (ownerOf(row) === 'P') return due + TIMES.grace
  if (ownerOf(row) === 'A') return due + TIMES.archiveWait
  return ownerOf(row) === 'N' ? due + TIMES.relayTimeout : due
}

function requireEnd({ findings }: World, event: EventRecord): void {
  const { row, acceptances, swallowed } = event
  if (row === undefined || row[ATTRIBUTE.status] === 'PUBLISHED') {
    if (acceptances + swallowed === 0) findings.violate(FINDING.published, event.name)
  } else if (!event.notices.has(String(row[ATTRIBUTE.diedAt])))
    findings.violate(INVARIANT.noticeOwedOrSent, event.name)
}

/** The notice of each event that is dead now. */
function lastNotices({ ledger, queues }: World): string[] {
  const dead = ledger.events.filter(({ row }) => row?.[ATTRIBUTE.status] === 'DEAD')
  return dead.map(({ key, row }) =>
    queues.handWritten(
      { partitionKey: key.partition, sortKey: key.sort ?? '' },
      String(row?.[ATTRIBUTE.diedAt]),
    ),
  )
}

/** Whatever was switched when: no published row stays in the index for ever. */
async function clearAway(world: World, note: (line: string) => void): Promise<void> {
  const waiting = (): EventRecord[] => world.ledger.events.filter(({ row }) => ownerOf(row) === 'A')
  for (let round = 0; round < MAX_CLEARINGS && waiting().length > 0; round += 1) {
    world.pass(TIMES.retentionSeconds * SECOND + TIMES.archiveWait)
    world.sweep(true)
    await work(world, note)
  }
  const stranded = waiting().map(({ name }) => name)
  if (stranded.length > 0) world.findings.violate(FINDING.stranded, stranded.join(' '))
  note('what was published is archived, or expires')
}

/** The whole stream once more, and a sweep: nothing may happen. */
async function replayAll(world: World, note: (line: string) => void): Promise<void> {
  const before = accepted(world)
  for (const lane of world.lanes) {
    lane.replace(0)
    while (lane.hasMore) {
      world.deliver(lane, 100, true, Number.POSITIVE_INFINITY)
      await work(world, note)
    }
  }
  world.sweep(true)
  await work(world, note)
  if (accepted(world) !== before) world.findings.violate(INVARIANT.duplicates, 'a replayed stream')
  note('the stream is replayed')
}

function accepted({ ledger }: World): number {
  return ledger.events.reduce((sum, { acceptances }) => sum + acceptances, 0)
}

/** The changes that are there are those whose events are. */
async function requireVersions(world: World): Promise<void> {
  const versions = new Map<string, Set<number>>()
  for (const { aggregate, born } of world.ledger.events) {
    const { metadata } = JSON.parse(String(born[ATTRIBUTE.detail])) as {
      metadata: { aggregateVersion?: number }
    }
    if (metadata.aggregateVersion === undefined) continue
    const known = versions.get(aggregate) ?? new Set()
    versions.set(aggregate, known.add(metadata.aggregateVersion))
  }
  for (const [aggregate, known] of versions) {
    const version = await world.table.versionOf(aggregate)
    if (version !== known.size || !known.has(version))
      world.findings.violate(FINDING.atomic, `${aggregate} is at ${version}, its events at ${known.size}`)
  }
}
