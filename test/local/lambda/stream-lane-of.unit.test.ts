import { describe, expect, it } from 'vitest'
import { laneOf } from '../../../lib/local/lambda/event-source-mapping/stream/lane-of.js'

const keys = (pk: string, sk: string): Record<string, { S: string }> => ({ pk: { S: pk }, sk: { S: sk } })
const items = Array.from({ length: 50 }, (_, index) => String(index))

describe('lanes within a shard', () => {
  it('are one with a parallelization factor of 1', () => {
    for (const sk of items) expect(laneOf(keys('a', sk), 1)).toBe(0)
  })

  it('keep an item together above it, but not a partition key', () => {
    const lanes = items.map((sk) => laneOf(keys('a', sk), 3))
    expect(new Set(lanes)).toEqual(new Set([0, 1, 2]))
    expect(items.map((sk) => laneOf(keys('a', sk), 3))).toEqual(lanes)
  })

  it('do not depend on the order of the attributes of a key', () => {
    const { pk = { S: '' }, sk = { S: '' } } = keys('a', 'b')
    expect(laneOf({ pk, sk }, 10)).toBe(laneOf({ sk, pk }, 10))
  })
})
