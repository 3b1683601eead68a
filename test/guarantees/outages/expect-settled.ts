import { expect } from 'vitest'
import { type Row, readRows } from '../read-rows.js'
import type { WatchedCloud } from './watched-cloud.js'

export interface SettledOptions {
  /** The most arrivals beyond the first, of all events together. @default 0 */
  readonly duplicates?: number
}

/** Attributes of a row that was blamed for something. */
const BLAME = ['obAttempts', 'obFailedAt', 'obError', 'obDiedAt', 'obDeaths']

/**
 * What holds after an outage of whatever kind, however long it was: the write path went on, everything arrived and is
 * unaltered, nothing is left to do, and no event was blamed. What arrived is the ledger's word, which never looks at
 * rows.
 */
export async function expectSettled(
  fixture: WatchedCloud,
  { duplicates: bound = 0 }: SettledOptions = {},
): Promise<readonly Row[]> {
  const { cloud, ledger, writer, watch } = fixture
  await cloud.quiet()
  const { lost, phantom, altered, duplicates, arrived } = ledger.balance()
  expect({ lost, phantom, altered }).toEqual({ lost: [], phantom: [], altered: [] })
  expect(arrived).toBe(writer.written.length)
  expect(duplicates).toBeLessThanOrEqual(bound)

  const rows = await readRows(fixture)
  expect(rows).toHaveLength(writer.written.length)
  expect(rows.filter(({ obStatus }) => obStatus !== 'PUBLISHED')).toEqual([])
  expect(rows.filter((row) => BLAME.some((name) => name in row))).toEqual([])
  expect(watch.notices).toBe(0)

  expectWritesWentOn(fixture)
  return rows
}

/** Each transaction was sent once, and taken at once. */
export function expectWritesWentOn({ writer, watch }: WatchedCloud): void {
  expect(watch.commits).toEqual({ sent: writer.transactions, failed: 0 })
  expect(writer.transactions).toBeGreaterThan(0)
}
