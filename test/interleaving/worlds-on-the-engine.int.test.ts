import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { useDynamoDbEngine } from '../store/dynamodb-engine.js'
import { assertWorlds, type WorldsOptions } from './assert-worlds.js'
import { EngineRows } from './engine-table.js'

vi.mock('node:crypto', async (original) => {
  const { chance } = await import('./chance.js')
  return { ...(await original<typeof import('node:crypto')>()), randomBytes: chance.bytes }
})
vi.mock('uuidv7', async (original) => {
  const { chance } = await import('./chance.js')
  const real = await original<typeof import('uuidv7')>()
  return { ...real, uuidv7: () => chance.id(real.V7Generator) }
})

// Relies on AWS's behaviour that a write whose condition does not hold changes nothing and creates nothing, that a
// consistent read shows every write that was answered, and that a transaction takes effect as a whole. The engine is a
// real one; its index does not lag as that of AWS does, so old answers of it come once more.
const engine = useDynamoDbEngine()

/** OUTBOX_LONG_TESTS asks for more: minutes instead of seconds. */
const LONG = process.env['OUTBOX_LONG_TESTS'] !== undefined
const FORM = LONG ? { worlds: 40, steps: 400, history: 12_000 } : { worlds: 4, steps: 250, history: 600 }

vi.setConfig({ testTimeout: LONG ? 3_600_000 : 240_000 })
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

const newTable: WorldsOptions['newTable'] = async () => {
  const table = await engine.table()
  return (options) => new EngineRows(table, options)
}

it('in a real engine no event is lost, invented, changed, or doubled and passed without a cause', async () => {
  expect(await assertWorlds({ worlds: FORM.worlds, steps: FORM.steps, newTable })).toBeGreaterThan(500)
})

it('so it is in one long history', async () => {
  const made = await assertWorlds({ worlds: 1, steps: FORM.history, newTable })
  expect(made).toBeGreaterThan(FORM.history / 2)
})
