import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { MemoryTable } from './memory-table.js'
import { runWorld } from './run-world.js'
import { steps, worldSettings } from './steps.js'

// No other chance than what is drawn: a seed that fast-check prints repeats the history.
vi.mock('node:crypto', async (original) => {
  const { chance } = await import('./chance.js')
  return { ...(await original<typeof import('node:crypto')>()), randomBytes: chance.bytes }
})
vi.mock('uuidv7', async (original) => {
  const { chance } = await import('./chance.js')
  const real = await original<typeof import('uuidv7')>()
  return { ...real, uuidv7: () => new real.V7Generator({ nextUint32: chance.uint32 }).generate().toString() }
})

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

/** Histories, and steps of each. */
const FORMS: readonly (readonly [number, number])[] =
  process.env['OUTBOX_LONG_TESTS'] === undefined
    ? [[15, 200]]
    : [
        [10, 10_000],
        [2_000, 300],
      ]

it.each(FORMS)(
  '%d drawn histories of %d steps keep every guarantee',
  { timeout: 7_200_000 },
  async (numRuns, count) => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(worldSettings, steps(count), async (settings, list) => {
        made += (await runWorld(settings, list, (options) => new MemoryTable(options))).steps
      }),
      // A history of thousands of steps takes too long to be made shorter; its own lines tell what led to the end.
      { numRuns, endOnFailure: count > 1_000 },
    )
    // Of each step something was made of: what cannot be done is replaced.
    expect(made).toBeGreaterThan(0.9 * numRuns * count)
  },
)
