import { defineEvent } from 'serverless-outbox'
import { vi } from 'vitest'
import { z } from 'zod'
import type { Draw } from './draw.js'
import { Environment } from './environment.js'
import { PROFILES } from './profiles.js'
import { MINUTE } from './settings.js'
import { aggregatePartition } from './table.js'
import type { Worker } from './worker.js'
import type { World } from './world.js'
import { WriterDesk } from './writer-desk.js'

const ThingHappened = defineEvent('ThingHappened', {
  version: 1,
  aggregateType: 'thing',
  schema: z.object({ number: z.number() }),
})

/** Aggregates with versions, without, and with both kinds of events. */
const VERSIONED: readonly string[] = ['a', 'b']
const UNVERSIONED: readonly string[] = ['c']
const MIXED = 'f'

export const MAX_WRITERS = 3
const DESKS: readonly WriterDesk[] = Array.from({ length: MAX_WRITERS }, () => new WriterDesk())

/** Nobody gives up a write by himself before this. Milliseconds. */
const PATIENCE = 10 * MINUTE

interface Change {
  readonly aggregate: string
  readonly version: number | undefined
  readonly events: number
  readonly availableAt: Date | undefined
}

/** Writers commit changes of one or two aggregates with their events, and may be killed as any process. */
export class Writers {
  readonly #world: World
  readonly #seats = new Map<WriterDesk, Worker>()
  #numbers = 0

  constructor(world: World) {
    this.#world = world
  }

  async write(draw: Draw): Promise<void> {
    const changes = await this.#changes(draw)
    const world = this.#world
    const desk = this.#freeDesk()
    const worker = world.staff.hire('writer', PATIENCE)
    this.#seats.set(desk, worker)
    const environment = new Environment(worker, world.surroundings)
    world.staff.begin(worker, environment, () => undefined)
    // The definition of an event asks the system for the time.
    vi.setSystemTime(world.now)
    const finish = (): void => {
      if (worker.state === 'running') world.staff.end(worker)
    }
    desk
      .sit(environment, world.table)
      .transact((tx) => {
        for (const { aggregate, version, events, availableAt } of changes) {
          if (version !== undefined) tx.put(versionPut(aggregate, version))
          for (let index = 0; index < events; index += 1) {
            this.#numbers += 1
            const common = { aggregateId: aggregate, data: { number: this.#numbers } }
            const input =
              version === undefined ? { ...common, availableAt } : { ...common, aggregateVersion: version }
            tx.publish(ThingHappened.create(input))
          }
        }
      })
      // Whether it took effect is what the ledger sees; the writer may never learn.
      .then(finish, finish)
  }

  #freeDesk(): WriterDesk {
    const desk = DESKS.find((candidate) => this.#seats.get(candidate)?.state !== 'running')
    if (desk === undefined) throw new TypeError('All desks are taken')
    return desk
  }

  async #changes(draw: Draw): Promise<Change[]> {
    const all = [...VERSIONED, ...UNVERSIONED, MIXED]
    const first = draw.take(all.length)
    const count = draw.oneIn(3) ? 2 : 1
    const changes: Change[] = []
    for (let index = 0; index < count; index += 1) {
      const aggregate = all[(first + index) % all.length] ?? MIXED
      const isVersioned = VERSIONED.includes(aggregate) || (aggregate === MIXED && draw.oneIn(2))
      const version = isVersioned ? (await this.#world.table.versionOf(aggregate)) + 1 : undefined
      const isDelayed = !isVersioned && draw.oneIn(PROFILES[this.#world.settings.profile].delayedOneIn)
      const availableAt = isDelayed ? new Date(this.#world.now + draw.take(10) * MINUTE) : undefined
      changes.push({ aggregate, version, events: 1 + draw.take(4), availableAt })
    }
    return changes
  }
}

function versionPut(aggregate: string, version: number) {
  const Item = { pk: aggregatePartition(aggregate), sk: '-', version }
  if (version === 1) return { Item, ConditionExpression: 'attribute_not_exists(pk)' }
  return {
    Item,
    ConditionExpression: '#version = :seen',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':seen': version - 1 },
  }
}
