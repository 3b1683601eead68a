import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { EngineRows } from './engine-table.js'
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

const engine = useDynamoDbEngine()
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

/** Histories, and steps of each. */
const [NUM_RUNS, COUNT] = process.env['OUTBOX_LONG_TESTS'] === undefined ? [3, 150] : [4, 10_000]

it(`${NUM_RUNS} drawn histories of ${COUNT} steps keep every guarantee on a real engine`, {
  timeout: 7_200_000,
}, async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(worldSettings, steps(COUNT), async (settings, list) => {
      const table = await engine.table()
      made += (await runWorld(settings, list, (options) => new EngineRows(table, options))).steps
    }),
    { numRuns: NUM_RUNS, endOnFailure: true },
  )
  // A step that cannot be made is replaced; where nothing at all can be done, it is left out.
  expect(made).toBeGreaterThan(0.6 * NUM_RUNS * COUNT)
})
