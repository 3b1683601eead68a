import { ATTRIBUTE } from '../../lib/store/layout.js'
import { type Bus, POISONS } from './bus.js'
import type { Fault, PendingCall } from './calls.js'
import type { Draw } from './draw.js'
import type { EventRecord } from './event-record.js'
import { ownerOf } from './ledger.js'
import { PROFILES, type StepName } from './profiles.js'
import { readNotice } from './queues.js'
import { MINUTE, SECOND } from './settings.js'
import { actedUponAt, isSettled } from './settle-world.js'
import type { Worker } from './worker.js'
import type { World } from './world.js'
import { MAX_WRITERS, type Writers } from './writers.js'

/** Does it, and says what; undefined when it cannot be done now. */
type Action = (world: World, draw: Draw, writers: Writers) => Promise<string | undefined> | string | undefined

const MAX_SWEEPS = 3
/** Of a hundred calls of those who go on past their time. */
const BROKEN_RATE = 60
/** Minutes: a backoff, a lease, an hour to be given up, a grace. */
const JUMPS: readonly number[] = [1, 1, 1, 2, 2, 2, 5, 5, 16, 16, 31, 61, 77]
const OUTAGES: readonly Bus['outage'][] = ['throttled', 'down', 'denied']

export const ACTIONS: Readonly<Record<StepName, Action>> = {
  release: async (world, draw) => {
    const call = pickCall(world, draw)
    if (call === undefined) return undefined
    const fault = drawFault(call, world, draw)
    world.pass(1 + draw.take(40), draw)
    // Its worker may have run out of time this very moment.
    if (!world.calls.pending.includes(call)) return `${call.worker.name} is stopped`
    const kind = await world.release(call, fault.kind, fault.bits)
    if (call.canFail && kind !== 'none') world.ledger.count(`${call.name}: ${kind}`)
    if (call.canFail && kind === 'none' && fault.bits > 0) world.ledger.count(`${call.name}: in part`)
    return `${call.text}, ${kind}${fault.bits > 0 ? ` ${fault.bits.toString(2)}` : ''}`
  },
  arrive: async (world, draw) => {
    const arrived = draw.pick(world.calls.underWay)
    if (arrived === undefined) return undefined
    world.calls.underWay.splice(world.calls.underWay.indexOf(arrived), 1)
    const { call, isOrphan } = arrived
    if (draw.oneIn(4)) return `${call.text} never arrives`
    await call.carryOut({ bits: 0, isAnswered: false, isOrphan })
    world.ledger.count(`${call.name}: arrives late`)
    return `${call.text} arrives late`
  },
  write: async (world, draw, writers) => {
    if (isCrowded(world) || unsettled(world).length >= PROFILES[world.settings.profile].maxWaiting)
      return undefined
    if (world.staff.running.filter(({ role }) => role === 'writer').length >= MAX_WRITERS) return undefined
    await writers.write(draw)
    await world.quiet()
    return 'a writer begins'
  },
  deliver: async (world, draw) => {
    if (world.mapping.state !== 'Enabled' || isCrowded(world)) return undefined
    const lane = draw.pick(world.lanes)
    const batch = lane === undefined ? undefined : world.deliver(lane, 1 + draw.take(12), draw.oneIn(3))
    if (batch === undefined) return undefined
    await world.quiet()
    return `delivered: ${batch.records.map(({ event }) => event.name).join(' ')}`
  },
  sweep: async (world, draw) => {
    const sweeps = world.staff.running.filter(({ role, isOver }) => role === 'sweeper' && !isOver)
    if (sweeps.length >= MAX_SWEEPS || isCrowded(world)) return undefined
    // Few sweeps find nothing to do here; in life most do.
    if (!hasDue(world) && !draw.oneIn(3)) return undefined
    world.sweep(draw.oneIn(2))
    await world.quiet()
    if (sweeps.length > 0) world.ledger.count('sweeps at once')
    return `${world.staff.running.at(-1)?.name} begins`
  },
  showIndex: (world, draw) => {
    for (let shown = 1 + draw.take(8); shown > 0; shown -= 1) world.table.catchUp(draw.take(1_000))
    return 'the index catches up'
  },
  redrive: (world, draw) => {
    const { notices } = world.queues
    // The latest is the most interesting, an old one names a death that is undone already.
    const body = draw.oneIn(3) ? draw.pick(notices) : notices.at(-1 - draw.take(3))
    if (body === undefined) return undefined
    world.queues.redrive(body)
    if (draw.oneIn(4)) world.queues.redrive(body)
    return `somebody redrives ${world.ledger.ofId(readNotice(body).row.sortKey)?.name}`
  },
  consume: async (world, draw) => {
    if (isCrowded(world) || !world.consume(1 + draw.take(3), draw.oneIn(3))) return undefined
    await world.quiet()
    return 'the redrive queue is consumed'
  },
  poison: (world, draw) => {
    const poison = draw.pick(POISONS) ?? 'malformed'
    const event = draw.pick(unsettled(world))
    if (event === undefined) return undefined
    world.bus.poison.set(event.id, poison)
    return `${event.name} is ${poison} from now on`
  },
  cure: (world, draw) => {
    const id = draw.pick([...world.bus.poison.keys()])
    if (id === undefined) return undefined
    world.bus.poison.delete(id)
    return `${world.ledger.ofId(id)?.name} is repaired`
  },
  outage: (world, draw) => {
    world.bus.outage = draw.pick(OUTAGES) ?? 'down'
    return `outage: ${world.bus.outage}`
  },
  outageEnds: (world) => {
    if (world.bus.outage === 'none') return undefined
    world.bus.outage = 'none'
    return 'the outage ends'
  },
  queueFails: ({ queues }) => {
    if (queues.isDown) return undefined
    queues.isDown = true
    return 'the dead-letter queue takes nothing'
  },
  queueWorks: ({ queues }) => {
    if (!queues.isDown) return undefined
    queues.isDown = false
    return 'the dead-letter queue takes messages'
  },
  deleteBus: (world) => {
    if (!world.bus.exists) return undefined
    world.bus.exists = false
    return 'the bus is deleted'
  },
  makeBus: (world) => {
    if (world.bus.exists) return undefined
    world.bus.exists = true
    return 'the bus is made again'
  },
  switchArchive: ({ archive }) => {
    archive.isOn = !archive.isOn
    return `whoever is started from now on has ${archive.isOn ? 'an' : 'no'} archive`
  },
  disableMapping: (world) => setMapping(world, 'Disabled'),
  enableMapping: (world) => setMapping(world, 'Enabled'),
  replaceMapping: (world, draw) => {
    const fromBeginning = draw.oneIn(3)
    for (const lane of world.lanes) {
      if (fromBeginning) lane.replace(0)
      else lane.replace()
    }
    return `the mapping is replaced${fromBeginning ? ', and reads from the beginning' : ''}`
  },
  repeatBatch: (world, draw) =>
    draw.pick(world.lanes)?.repeatLast() === true ? 'the last batch comes again' : undefined,
  kill: async (world, draw) => {
    const worker = draw.pick(world.staff.running)
    if (worker === undefined) return undefined
    world.staff.kill(worker)
    await world.quiet()
    return `${worker.name} is killed`
  },
  expire: async (world, draw) => {
    const event = draw.pick(world.ledger.events.filter((candidate) => isExpired(candidate, world.now)))
    if (event === undefined) return undefined
    await world.table.remove(event)
    world.ledger.deleted(event)
    world.ledger.count('deleted by TTL')
    return `${event.name} is deleted`
  },
  wait: (world, draw) => passed(world, SECOND * (1 + draw.take(20)), draw),
  jump: (world, draw) => {
    if (world.staff.running.some(({ isOver }) => !isOver)) return undefined
    const minutes = draw.pick(JUMPS) ?? 1
    return passed(world, minutes * MINUTE + draw.take(MINUTE), draw)
  },
  stall: (world, draw) => {
    // Whoever holds something is the most interesting one to go on behind the others' backs.
    const frozen = draw.pick(world.staff.running.filter(({ holds, isOver }) => holds.size > 0 && !isOver))
    if (frozen !== undefined && !draw.oneIn(4)) {
      world.staff.abandon(frozen)
      world.ledger.count('frozen')
    }
    return `${frozen?.name ?? 'nobody'} stands still, ${passed(world, 2 * MINUTE + draw.take(3 * MINUTE), draw)}`
  },
}

function isCrowded({ staff, settings }: World): boolean {
  return staff.running.filter(({ isOver }) => !isOver).length >= settings.crowd
}

function passed(world: World, milliseconds: number, draw: Draw): string {
  world.pass(milliseconds, draw)
  return `${milliseconds / SECOND} s pass`
}

function setMapping({ mapping, now }: World, state: 'Enabled' | 'Disabled'): string | undefined {
  if (mapping.state === state) return undefined
  mapping.state = state
  mapping.changedAt = now
  return `the mapping is ${state}`
}

/** Whoever is slow, or goes on past his time, mostly waits for the others: long enough for them to do much. */
function pickCall({ calls: { pending } }: World, draw: Draw): PendingCall | undefined {
  const isLate = ({ isSlow, isOver }: Worker): boolean => isSlow || isOver
  const usual = pending.filter(({ worker }) => !isLate(worker))
  return draw.oneIn(usual.length === 0 ? 3 : 8) ? draw.pick(pending) : draw.pick(usual)
}

function drawFault(
  { changes, worker }: PendingCall,
  { settings }: World,
  draw: Draw,
): { readonly kind: Fault; readonly bits: number } {
  // Whoever stood still finds his connections broken.
  const rate = worker.isOver ? BROKEN_RATE : settings.faultRate
  if (draw.take(400) < 400 - rate * (changes ? 4 : 1)) return { kind: 'none', bits: 0 }
  const kind = draw.pick<Fault>(['none', 'none', 'lost', 'refused', 'late']) ?? 'none'
  return { kind, bits: 1 + draw.take(2 ** 12) }
}

/** Not yet delivered; few, and the latest first. */
function unsettled({ ledger }: World): EventRecord[] {
  return ledger.events
    .slice(-40)
    .filter(({ row }) => row?.[ATTRIBUTE.status] === 'PENDING')
    .reverse()
}

function hasDue({ ledger, now }: World): boolean {
  return ledger.events.some(
    (event) => (!isSettled(event) || ownerOf(event.row) === 'A') && actedUponAt(event) <= now,
  )
}

function isExpired({ row }: EventRecord, now: number): boolean {
  return row?.[ATTRIBUTE.status] === 'PUBLISHED' && Number(row['expiresAt']) * SECOND <= now
}
