import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fenceTime, newFence } from '../../lib/store/fence.js'

const time = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') })

it('a fence is a time and something random', () => {
  expect(newFence(0, 'abcdef01')).toBe('1970-01-01T00:00:00.000Z#abcdef01')
  expect(newFence(0)).toMatch(/^1970-01-01T00:00:00\.000Z#[0-9a-f]{8}$/)
})

it('two holders never have the same one, even within a millisecond', () => {
  const fences = Array.from({ length: 1000 }, () => newFence(0))
  expect(new Set(fences).size).toBe(fences.length)
})

it('text order is time order', () => {
  fc.assert(
    fc.property(time, time, (one, other) => {
      fc.pre(one !== other)
      expect(newFence(one) < newFence(other)).toBe(one < other)
    }),
  )
})

it('tells when it falls due', () => {
  fc.assert(
    fc.property(time, (dueAt) => {
      expect(fenceTime(newFence(dueAt))).toBe(dueAt)
    }),
  )
  expect(fenceTime('soon')).toBeNaN()
})
