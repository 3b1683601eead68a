import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SHARD_COUNT, shardKey, shardOf, withOwner } from '../../lib/store/shard.js'

// printf %s 'Order#1' | sha256sum begins with fb; 0xfb mod 32 = 27. Rows carry the shard for good: writers in other
// languages and all later versions must come to the same one.
it.each([
  ['Order', '1', 0xfb, '27'],
  ['Order', '42', 0xea, '10'],
  ['Order', '0192f0c4-7c1e-7a3b-9d7e-0f5a4b2c1d3e', 0x2a, '10'],
  ['Grüße', '日本語-👋', 0x7d, '29'],
  ['Cart', 'a#b#c', 0x88, '08'],
])('the shard of %s#%s is the first byte of its SHA-256 modulo 32', (type, id, firstByte, shard) => {
  expect(shardOf(type, id)).toBe(shard)
  expect(firstByte % SHARD_COUNT).toBe(Number(shard))
})

it('aggregates spread over all shards, and each shard has two digits', () => {
  const shards = new Set(Array.from({ length: 1000 }, (_, id) => shardOf('Order', String(id))))
  expect([...shards].sort()).toEqual(Array.from({ length: 32 }, (_, shard) => String(shard).padStart(2, '0')))
})

it('the index key changes hands without changing the Region, and always lies in the aggregate’s shard', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (aggregateType, aggregateId) => {
      const shard = shardOf(aggregateType, aggregateId)
      for (const written of [shard, '7', '40', ''])
        expect(withOwner(shardKey('P', 'eu-west-1', written), 'R', { aggregateType, aggregateId })).toBe(
          `R#eu-west-1#${shard}`,
        )
    }),
  )
})
