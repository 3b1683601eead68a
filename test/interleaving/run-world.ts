import { ACTIONS } from './actions.js'
import { Draw } from './draw.js'
import { PROFILES, stepName } from './profiles.js'
import type { WorldSettings } from './settings.js'
import { settleWorld } from './settle-world.js'
import { ROLLS, type Step } from './steps.js'
import type { Table, TableOptions } from './table.js'
import { World } from './world.js'
import { Writers } from './writers.js'

export interface History {
  readonly world: World
  /** Released calls and other things that happened, without those of the end. */
  readonly steps: number
  /** How often what happened, without the end. */
  readonly counts: ReadonlyMap<string, number>
  /** What happened, in order; of a long history the end. */
  readonly lines: readonly string[]
}

const KEPT_LINES = 400

/** When a step cannot be made: what is tried instead. */
const INSTEAD = ['release', 'deliver', 'consume', 'write', 'sweep', 'jump'] as const

/**
 * Makes the drawn steps; then all faults end, and the world goes on until nothing changes any more.
 *
 * @throws what was found, with what led to it
 */
export async function runWorld(
  settings: WorldSettings,
  steps: readonly Step[],
  tableOf: (options: TableOptions) => Table,
): Promise<History> {
  const world = new World(settings, tableOf)
  const writers = new Writers(world)
  const notes: { readonly at: number; readonly line: string }[] = []
  const lines = (): string[] => notes.map(({ at, line }) => `${new Date(at).toISOString()} ${line}`)
  const note = (line: string): void => {
    notes.push({ at: world.now, line })
    if (notes.length > KEPT_LINES) notes.shift()
    if (world.findings.list.length > 0) throw new Error([...lines(), '', ...world.findings.list].join('\n'))
  }
  let made = 0
  for (const { roll, number } of steps) {
    const name = stepName(PROFILES[settings.profile], roll / ROLLS)
    for (const tried of [name, ...INSTEAD]) {
      const done = await ACTIONS[tried](world, new Draw(number), writers)
      if (done === undefined) continue
      made += 1
      world.ledger.count(`step ${tried}`)
      note(done)
      break
    }
  }
  const counts = new Map(world.ledger.counts)
  await settleWorld(world, note)
  return { world, steps: made, counts, lines: lines() }
}
