import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TRANSITIONS } from '../../lib/store/transitions.js'
import { assertWorlds } from './assert-worlds.js'
import { MemoryTable } from './memory-table.js'
import { type History, runWorld } from './run-world.js'
import { steps, worldSettings } from './steps.js'
import type { Table, TableOptions } from './table.js'

vi.mock('node:crypto', async (original) => {
  const { chance } = await import('./chance.js')
  return { ...(await original<typeof import('node:crypto')>()), randomBytes: chance.bytes }
})
vi.mock('uuidv7', async (original) => {
  const { chance } = await import('./chance.js')
  const real = await original<typeof import('uuidv7')>()
  return { ...real, uuidv7: () => chance.id(real.V7Generator) }
})

/** OUTBOX_LONG_TESTS asks for more: minutes instead of seconds. */
const LONG = process.env['OUTBOX_LONG_TESTS'] !== undefined
const FORM = LONG
  ? { worlds: 1_500, steps: 400, history: 12_000 }
  : { worlds: 100, steps: 300, history: 1_500 }

vi.setConfig({ testTimeout: LONG ? 3_600_000 : 300_000 })
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

const inMemory = (options: TableOptions): Table => new MemoryTable(options)
const newTable = async (): Promise<typeof inMemory> => inMemory

describe('whatever happens, in whatever order', () => {
  it('no event is lost, invented, changed, or doubled and passed without a cause', async () => {
    const made = await assertWorlds({ worlds: FORM.worlds, steps: FORM.steps, newTable })
    expect(made).toBeGreaterThan(2_000)
  })

  it('so it is in one long history', async () => {
    const made = await assertWorlds({ worlds: 1, steps: FORM.history, newTable })
    expect(made).toBeGreaterThan(FORM.history / 2)
  })
})

describe('the worlds', () => {
  // Fixed, so that what is reached does not depend on the day.
  const sample = fc.sample(fc.tuple(worldSettings, steps(400)), { numRuns: 60, seed: 20 })

  it('go the same way again when they are drawn again', async () => {
    for (const [settings, list] of sample.slice(0, 3)) {
      const [first, second] = [
        await runWorld(settings, list, inMemory),
        await runWorld(settings, list, inMemory),
      ]
      expect(second.lines).toEqual(first.lines)
      expect(second.world.ledger.events.map(({ row }) => row)).toEqual(
        first.world.ledger.events.map(({ row }) => row),
      )
    }
  })

  it('reach every step of a row, every fault of every call, and what makes duplicates', async () => {
    const histories: History[] = []
    for (const [settings, list] of sample) histories.push(await runWorld(settings, list, inMemory))
    const reached = new Set(histories.flatMap(({ counts }) => [...counts.keys()]))
    const rows = Object.keys(TRANSITIONS)
    const calls = ['BatchGetItem', 'DescribeEventBus', 'PutEvents', 'Query', 'Scan', 'TransactWriteItems']
    const wanted = [
      ...rows.map((name) => `${name}: done`),
      ...['claim', 'publish', 'die', 'redrive', 'noticeSent', 'handOver'].map((name) => `${name}: lost`),
      ...[...calls, 'publish', 'claim', 'SendMessage'].flatMap((name) =>
        ['lost', 'late', 'refused'].map((fault) => `${name}: ${fault}`),
      ),
      ...['relay', 'sweeper', 'redrive', 'writer'].map((role) => `killed ${role}`),
      ...['duplicate', 'held by two', 'failed mark', 'sweeps at once', 'stalled', 'frozen', 'swallowed'],
      ...['died by relay', 'died by sweeper', 'given up', 'died again', 'claimed after a lapse'],
      ...['archived', 'archived again', 'PutObject: refused', 'archive off', 'publishForArchive: lost'],
      ...['given up by the mapping', 'deleted by TTL', 'claimed from P', 'claimed from S'],
    ]
    expect(wanted.filter((what) => !reached.has(what))).toEqual([])
  })
})
