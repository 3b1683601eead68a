import { Duration } from 'aws-cdk-lib'
import type { BusEvent } from 'serverless-outbox/local'
import { expect, it } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { published } from '../published.js'
import { Crasher } from './crasher.js'
import { Scenario } from './scenario.js'
import { addWriter } from './writer-function.js'

const LONG = process.env['OUTBOX_LONG_TESTS'] !== undefined

it(`a process that ends right before or after ${LONG ? 'any' : 'the first call of each kind'} of its AWS calls loses nothing`, {
  timeout: 3_600_000,
}, async ({ annotate }) => {
  const fixture = await startOutboxCloud(
    () => ({ sweeper: { interval: Duration.minutes(5) } }),
    {},
    // One order of everything: a call's number means the same in each run.
    { streams: { shards: 1, shuffle: false, delayedTransactions: 0 } },
    addWriter,
  )
  const { cloud, ledger } = fixture
  const crasher = new Crasher(cloud)
  const scenario = new Scenario(fixture)
  const settled = async (): Promise<number> => {
    await ledger.complete()
    // All that the bus accepted, what it got twice included, is on its way to the queue.
    await ledger.arrived(published(cloud).length)
    return ledger.balance().duplicates
  }

  // The first run is made of cold starts; the second one is like those to come.
  for (let run = 0; run < 2; run += 1) {
    crasher.begin()
    await scenario.run()
  }
  expect(await settled()).toBe(0)
  const points = LONG ? crasher.allPoints() : crasher.representativePoints()

  let before = 0
  let reversals = 0
  const missed: unknown[] = []
  const beyond: unknown[] = []
  const disordered: unknown[] = []
  for (const point of points) {
    const crash = crasher.begin(point)
    const seen = published(cloud).length
    const { orderedAggregate } = await scenario.run()
    const after = await settled()
    if (!crash.hasStruck()) missed.push(point)
    if (after - before > crash.bound())
      beyond.push({ ...point, duplicates: after - before, bound: crash.bound() })
    before = after
    const order = firstVersions(published(cloud).slice(seen))
    if (!isAscending(order.get(orderedAggregate) ?? [])) disordered.push(point)
    reversals += [...order.values()].filter((versions) => !isAscending(versions)).length
  }
  const { lost, phantom, altered } = ledger.balance()
  expect({ lost, phantom, altered, beyond, disordered }).toEqual({
    lost: [],
    phantom: [],
    altered: [],
    beyond: [],
    disordered: [],
  })
  // How the records fall into batches is chance, and so is whether some calls are made at all.
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(points.length / 10)
  await annotate(
    `${points.length - missed.length} crashes, ${before} duplicates, ${reversals} aggregates out of order`,
  )
})

function isAscending(versions: readonly number[]): boolean {
  return versions.every((version, place) => place === 0 || version >= (versions[place - 1] ?? 0))
}

/** By aggregate, the versions of its events in the order in which each came first. */
function firstVersions(events: readonly BusEvent[]): ReadonlyMap<string, readonly number[]> {
  const seen = new Set<string>()
  const versions = new Map<string, number[]>()
  for (const { detailText } of events) {
    const { metadata } = JSON.parse(detailText) as {
      readonly metadata: {
        readonly eventId: string
        readonly aggregateId: string
        readonly aggregateVersion?: number
      }
    }
    if (metadata.aggregateVersion === undefined || seen.has(metadata.eventId)) continue
    seen.add(metadata.eventId)
    versions.set(metadata.aggregateId, [
      ...(versions.get(metadata.aggregateId) ?? []),
      metadata.aggregateVersion,
    ])
  }
  return versions
}
