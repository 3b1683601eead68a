import { describe, expect, it } from 'vitest'
import { laneOf } from '../../../lib/local/lambda/event-source-mapping/stream/lane-of.js'

const keys = (pk: string, sk: string): Record<string, { S: string }> => ({ pk: { S: pk }, sk: { S: sk } })
const aggregates = Array.from({ length: 200 }, (_, index) => `OUTBOX#Order#${index}`)
const items = Array.from({ length: 50 }, (_, index) => String(index))

describe('shards', () => {
  it('keep all items of a partition key together', () => {
    for (const pk of aggregates.slice(0, 20)) {
      const shards = new Set(items.map((sk) => laneOf(keys(pk, sk), 'pk', 1).shardId))
      expect(shards.size).toBe(1)
    }
  })

  it('are at least four, and all of them get some', () => {
    const counts = new Map<string, number>()
    for (const pk of aggregates) {
      const { shardId } = laneOf(keys(pk, 'a'), 'pk', 1)
      expect(shardId).toMatch(/^shardId-\d{20}-[0-9a-f]{8}$/)
      counts.set(shardId, (counts.get(shardId) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThanOrEqual(4)
    for (const count of counts.values()) expect(count).toBeGreaterThan(20)
  })

  it('do not depend on the order in which the engine gives the attributes of a key', () => {
    const { pk, sk } = keys('a', 'b')
    expect(laneOf({ pk: pk ?? { S: '' }, sk: sk ?? { S: '' } }, 'pk', 10)).toEqual(
      laneOf({ sk: sk ?? { S: '' }, pk: pk ?? { S: '' } }, 'pk', 10),
    )
  })

  it('follow from the partition key by the name that it has', () => {
    const shard = (partitionKey: string): string => laneOf(keys('a', 'a'), partitionKey, 1).shardId
    expect(shard('pk')).toBe(shard('sk'))
    const byName = aggregates.map((name) => laneOf(keys('same', name), 'sk', 1).shardId)
    expect(new Set(byName).size).toBeGreaterThanOrEqual(4)
  })
})

describe('lanes within a shard', () => {
  it('are one with a parallelization factor of 1', () => {
    for (const sk of items) expect(laneOf(keys('a', sk), 'pk', 1).lane).toBe(0)
  })

  it('keep an item together above it, but not a partition key', () => {
    const lanes = items.map((sk) => laneOf(keys('a', sk), 'pk', 3).lane)
    expect(new Set(lanes)).toEqual(new Set([0, 1, 2]))
    expect(items.map((sk) => laneOf(keys('a', sk), 'pk', 3).lane)).toEqual(lanes)
  })
})
