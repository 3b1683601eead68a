import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disorder, mix } from '../../../lib/local/streams/disorder.js'
import { type ItemChange, itemKey } from '../../../lib/local/streams/item-change.js'
import { seededRandom } from '../../../lib/local/time/seeded-random.js'

/** The n-th change, of one of a few items. */
const change = (item: number, n: number): ItemChange => ({
  eventName: 'MODIFY',
  keys: { pk: { S: String(item) } },
  newImage: { pk: { S: String(item) }, n: { N: String(n) } },
})

/** Changes, each of one item and of one of three transactions, or of none. */
const history = fc.array(
  fc.record({ item: fc.integer({ min: 0, max: 5 }), transaction: fc.integer({ min: -1, max: 2 }) }),
  {
    maxLength: 40,
  },
)

function transactionsOf(made: readonly { readonly transaction: number }[]): number[][] {
  return [0, 1, 2].map((id) => made.flatMap(({ transaction }, place) => (transaction === id ? [place] : [])))
}

const byItem = (changes: readonly ItemChange[]): Map<string, ItemChange[]> => {
  const items = new Map<string, ItemChange[]>()
  for (const one of changes) items.set(itemKey(one.keys), [...(items.get(itemKey(one.keys)) ?? []), one])
  return items
}

describe('disorder', () => {
  it('loses nothing, and keeps the order of each item', () => {
    fc.assert(
      fc.property(
        history,
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (made, seed, delayedTransactions) => {
          const changes = made.map(({ item }, n) => change(item, n))
          const { now, later } = disorder(changes, transactionsOf(made), {
            shuffle: true,
            delayedTransactions,
            random: seededRandom(seed),
          })
          expect(byItem([...now, ...later])).toEqual(byItem(changes))
          const nowItems = new Set(now.map(({ keys }) => itemKey(keys)))
          for (const { keys } of later) expect(nowItems).not.toContain(itemKey(keys))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never makes a whole transaction late', () => {
    const changes = Array.from({ length: 3 }, (_, n) => change(n, n))
    for (let seed = 0; seed < 100; seed += 1) {
      const { now, later } = disorder(changes, [[0, 1, 2]], {
        shuffle: true,
        delayedTransactions: 1,
        random: seededRandom(seed),
      })
      expect(now.length).toBeGreaterThan(0)
      expect(later.length).toBeGreaterThan(0)
    }
  })

  it('is the same for the same seed, and many orders for many', () => {
    const changes = Array.from({ length: 6 }, (_, n) => change(n, n))
    const order = (seed: number): string =>
      disorder(changes, [[0, 1, 2, 3, 4, 5]], {
        shuffle: true,
        delayedTransactions: 0,
        random: seededRandom(seed),
      })
        .now.map(({ keys }) => itemKey(keys))
        .join()
    expect(order(7)).toBe(order(7))
    expect(new Set(Array.from({ length: 50 }, (_, seed) => order(seed * 104_729_001))).size).toBeGreaterThan(
      25,
    )
  })

  it('leaves changes of no transaction where they are', () => {
    const changes = Array.from({ length: 6 }, (_, n) => change(n, n))
    const options = { shuffle: true, delayedTransactions: 1, random: seededRandom(1) }
    expect(disorder(changes, [], options)).toEqual({ now: changes, later: [] })
  })

  it('is none at all when it is switched off', () => {
    const changes = Array.from({ length: 6 }, (_, n) => change(n, n))
    const options = { shuffle: false, delayedTransactions: 0, random: seededRandom(1) }
    expect(disorder(changes, [[0, 1, 2, 3, 4, 5]], options)).toEqual({ now: changes, later: [] })
  })

  it('interleaves transactions', () => {
    const changes = Array.from({ length: 8 }, (_, n) => change(n, n))
    const isInterleaved = (seed: number): boolean => {
      const { now } = disorder(
        changes,
        [
          [0, 1, 2, 3],
          [4, 5, 6, 7],
        ],
        {
          shuffle: true,
          delayedTransactions: 0,
          random: seededRandom(seed),
        },
      )
      const first = now.map(({ keys }) => (JSON.stringify(keys) < '{"pk":{"S":"4"}}' ? 'a' : 'b')).join('')
      return (
        first.includes('aba') || first.includes('bab') || first.includes('abba') || first.includes('baab')
      )
    }
    expect(
      Array.from({ length: 20 }, (_, seed) => isInterleaved(seed)).filter(Boolean).length,
    ).toBeGreaterThan(10)
  })
})

it('mixes two lists, each in its order', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 20 }), fc.nat({ max: 20 }), (seed, many, more) => {
      const earlier = Array.from({ length: many }, (_, n) => n)
      const later = Array.from({ length: more }, (_, n) => 100 + n)
      const mixed = mix(earlier, later, seededRandom(seed))
      expect(mixed.filter((n) => n < 100)).toEqual(earlier)
      expect(mixed.filter((n) => n >= 100)).toEqual(later)
    }),
  )
})
