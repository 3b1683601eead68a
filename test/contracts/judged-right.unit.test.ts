import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compareSchemas } from '../../lib/contracts/comparison/compare-schemas.js'
import { publishedValue } from './published-value.js'
import { schemaPairs } from './schema-pairs.js'

const cases = schemaPairs.chain(({ published, current }) =>
  fc.record({
    published: fc.constant(published),
    current: fc.constant(current),
    value: publishedValue(current),
  }),
)

const fits = (schema: Readonly<Record<string, unknown>>, value: unknown): boolean =>
  z.fromJSONSchema({ ...schema }).safeParse(value).success

describe('compareSchemas, on drawn schemas', () => {
  it('calls nothing compatible that gives consumers a value that they were not told of', () => {
    let changed = 0
    fc.assert(
      fc.property(cases, ({ published, current, value }) => {
        fc.pre(fits(current, value))
        const changes = compareSchemas(published, current)
        if (!changes.every((change) => change.compatible)) return
        if (changes.length > 0) changed++
        expect(fits(published, value)).toBe(true)
      }),
      { numRuns: 1_000, maxSkipsPerRun: 10 },
    )
    expect(changed).toBeGreaterThan(50)
  })

  it('finds no change in a schema that is the same', () => {
    fc.assert(
      fc.property(schemaPairs, ({ current }) => {
        expect(compareSchemas(current, structuredClone(current))).toEqual([])
      }),
    )
  })
})
