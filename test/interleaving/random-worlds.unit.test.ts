import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { MemoryTable } from './memory-table.js'
import { runWorld } from './run-world.js'
import { steps, worldSettings } from './steps.js'

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

it('x', async () => {
  let total = 0
  const all = new Map<string, number>()
  const t = process.cpuUsage()
  await fc.assert(
    fc.asyncProperty(worldSettings, steps(Number(process.env['STEPS'] ?? 300)), async (settings, list) => {
      const history = await runWorld(settings, list, (options) => new MemoryTable(options))
      total += history.steps
      for (const [k, v] of history.counts) all.set(settings.profile + ' ' + k, (all.get(settings.profile + ' ' +k) ?? 0) + v)
    }),
    {
      numRuns: Number(process.env['RUNS'] ?? 20),
      endOnFailure: !process.env['SHRINK'],
      ...(process.env['SEED'] ? { seed: Number(process.env['SEED']), path: process.env['FPATH'] } : {}),
    },
  )
  console.log(
    total,
    process.cpuUsage(t),
    [...all]
      .sort()
      .map(([k, v]) => `${k}=${v}`)
      .join('\n'),
  )
  expect(total).toBeGreaterThan(0)
}, 600_000)
