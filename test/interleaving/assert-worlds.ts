import fc from 'fast-check'
import { type History, runWorld } from './run-world.js'
import { steps, worldSettings } from './steps.js'
import type { Table, TableOptions } from './table.js'

export interface WorldsOptions {
  readonly worlds: number
  /** Of each world, before all faults end. */
  readonly steps: number
  /** Makes an empty table, each time it is called. */
  readonly newTable: () => Promise<(options: TableOptions) => Table>
}

/**
 * Lets so many random worlds go their way. INTERLEAVING_SEED and INTERLEAVING_PATH, which a failure tells, run its world
 * again; with INTERLEAVING_SHRINK=1 also to look for a shorter one, which may take minutes.
 *
 * @returns how many steps were made
 * @throws what was found, with what led to it and how to run it again
 */
export async function assertWorlds(options: WorldsOptions): Promise<number> {
  const { INTERLEAVING_SEED: seed, INTERLEAVING_PATH: path, INTERLEAVING_SHRINK: shrink } = process.env
  let made = 0
  const property = fc.asyncProperty(worldSettings, steps(options.steps), async (settings, list) => {
    const history: History = await runWorld(settings, list, await options.newTable())
    made += history.steps
  })
  const result = await fc.check(property, {
    numRuns: options.worlds,
    endOnFailure: shrink === undefined,
    ...(seed === undefined ? {} : { seed: Number(seed), path }),
  })
  if (!result.failed) return made
  const again = `INTERLEAVING_SEED=${result.seed} INTERLEAVING_PATH=${result.counterexamplePath}`
  const settings = JSON.stringify(result.counterexample?.[0])
  throw new Error(
    `Run it again with ${again} and this test alone.\n${settings}\n${String(result.errorInstance)}`,
  )
}
