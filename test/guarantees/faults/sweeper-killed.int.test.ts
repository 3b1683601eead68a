import { Duration } from 'aws-cdk-lib'
import { expect, it, vi } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { readRows } from '../read-rows.js'
import { entriesOf } from './entries-of.js'
import { SWEEPER } from './functions.js'
import { killCaller } from './kill-caller.js'
import { isClaim, isMark } from './statements.js'
import { writeDue } from './write-due.js'

vi.setConfig({ testTimeout: 240_000 })

it.each(['before', 'after'])(
  'a sweeper killed right %s its mark after EventBridge accepted: the rows lapse, and nothing is lost',
  async (moment) => {
    const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
    const { cloud, ledger } = fixture
    let kills = 0
    cloud.intercept(async (call, next) => {
      if (!isMark(call) || kills > 0) return next()
      kills += 1
      if (moment === 'after') await next()
      return killCaller(cloud, call)
    })
    // One aggregate's events are one page and one call: the sweeper has all of them in hand.
    await writeDue(fixture, ['a', 'a', 'a', 'a', 'a'])
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ errorType: 'Runtime.ExitError' })
    expect(kills).toBe(1)
    expect(published(cloud)).toHaveLength(5)

    // Held by the dead sweeper's claim until the lease of two minutes lapses.
    await cloud.invoke(SWEEPER, {})
    expect(published(cloud)).toHaveLength(5)
    await cloud.clock.advance('2m 1s')
    await cloud.invoke(SWEEPER, {})
    await ledger.arrived(published(cloud).length)
    expect((await readRows(fixture)).map(({ obStatus }) => obStatus)).toEqual(Array(5).fill('PUBLISHED'))
    const { lost, phantom, altered, duplicates } = ledger.balance()
    expect({ lost, phantom, altered }).toEqual({ lost: [], phantom: [], altered: [] })
    // One for each row that was in flight at the kill; none where the mark itself took effect.
    expect(duplicates).toBe(moment === 'after' ? 0 : 5)
    expect(cloud.calls({ caller: SWEEPER }).filter((call) => entriesOf(call).length > 0)).toHaveLength(
      moment === 'after' ? 1 : 2,
    )
  },
)

it('claims lapse, are counted, and three of them make a row the last and alone, never dead', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.hours(1) } }))
  const { cloud, ledger } = fixture
  let deadly = true
  cloud.intercept(async (call, next) => {
    if (!isClaim(call) || !deadly) return next()
    await next()
    return killCaller(cloud, call)
  })
  await writeDue(fixture, ['a', 'a', 'a'])
  for (const claims of [1, 2, 3]) {
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ errorType: 'Runtime.ExitError' })
    for (const row of await readRows(fixture))
      expect(row).toMatchObject({ obStatus: 'PENDING', obClaims: claims })
    // A claim holds: the next sweep has nothing to do as long as it lasts, though the one who made it is gone.
    const before = cloud.calls().length
    expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
    expect(cloud.calls().slice(before).filter(isClaim)).toEqual([])
    await cloud.clock.advance('2m 1s')
  }
  expect(published(cloud)).toEqual([])

  deadly = false
  await writeDue(fixture, ['fresh'])
  const before = cloud.calls().length
  expect(await cloud.invoke(SWEEPER, {})).toMatchObject({ kind: 'success' })
  const calls = cloud.calls().slice(before)
  const sent = calls.map((call) => entriesOf(call).map(({ Detail }) => aggregateOf(Detail)))
  expect(sent.filter((entries) => entries.length > 0)).toEqual([['fresh'], ['a'], ['a'], ['a']])
  await ledger.complete()
  // Nothing was sent by those who died, so nothing comes twice.
  expect(ledger.balance()).toMatchObject({ arrived: 4, lost: [], phantom: [], duplicates: 0, altered: [] })
  for (const row of await readRows(fixture)) {
    expect(row).toMatchObject({ obStatus: 'PUBLISHED' })
    expect(row).not.toHaveProperty('obDeaths')
    expect(row).not.toHaveProperty('obAttempts')
  }
  const suspected = await cloud.metrics({ name: 'EventsSuspected' })
  expect(suspected.map(({ value }) => value)).toEqual([3])
})

it('what a killed sweeper had claimed is delivered by the next sweep after the lease, once', async () => {
  const fixture = await startOutboxCloud(() => ({ sweeper: { interval: Duration.minutes(1) } }))
  const { cloud, ledger } = fixture
  let kills = 0
  cloud.intercept(async (call, next) => {
    if (!isClaim(call) || kills > 0) return next()
    kills += 1
    await next()
    return killCaller(cloud, call)
  })
  await writeDue(fixture, ['a', 'b', 'c'])
  await cloud.clock.advance('5m')
  await ledger.complete()
  expect(kills).toBe(1)
  expect(ledger.balance()).toMatchObject({ arrived: 3, lost: [], phantom: [], duplicates: 0, altered: [] })
  const rows = await readRows(fixture)
  expect(rows.map(({ obStatus }) => obStatus)).toEqual(['PUBLISHED', 'PUBLISHED', 'PUBLISHED'])
  // The row whose claim was written, and whatever other shard's claim was on its way, was claimed twice.
  expect(rows.map(({ obClaims }) => obClaims)).toContain(2)
})

function aggregateOf(detail: string): string {
  return (JSON.parse(detail) as { metadata: { aggregateId: string } }).metadata.aggregateId
}
