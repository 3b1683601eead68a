import fc from 'fast-check'
import type { WorldSettings } from './settings.js'

/** What can happen next; `release` lets one call go on. How often each is drawn. */
const WEIGHTS = {
  release: 100,
  write: 10,
  deliver: 14,
  sweep: 8,
  arrive: 3,
  showIndex: 6,
  redrive: 8,
  consume: 8,
  poison: 4,
  cure: 4,
  outage: 1.2,
  outageEnds: 5,
  queueFails: 1,
  queueWorks: 1.5,
  deleteBus: 0.4,
  makeBus: 1.5,
  disableMapping: 0.5,
  enableMapping: 1.5,
  replaceMapping: 0.7,
  repeatBatch: 1.5,
  kill: 1,
  expire: 1,
  wait: 2,
  jump: 4,
  stall: 2.5,
} as const

export type StepName = keyof typeof WEIGHTS

export interface Step {
  readonly name: StepName
  /** What is drawn within the step. */
  readonly number: number
}

const step: fc.Arbitrary<Step> = fc.record({
  name: fc.oneof(
    ...(Object.entries(WEIGHTS) as [StepName, number][]).map(([name, weight]) => ({
      weight: Math.round(weight * 10),
      arbitrary: fc.constant(name),
    })),
  ),
  number: fc.noBias(fc.maxSafeNat()),
})

export function steps(count: number): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength: Math.min(count, 1), maxLength: count, size: 'max' })
}

/** Exactly so many, before shrinking. */
export function manySteps(count: number): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength: count, maxLength: count, size: 'max' })
}

export const worldSettings: fc.Arbitrary<WorldSettings> = fc.record({
  seed: fc.noBias(fc.nat()),
  strictOrder: fc.boolean(),
  maxPublishRate: fc.constantFrom(undefined, undefined, undefined, 5),
  crowd: fc.constantFrom(1, 2, 3, 6),
  poisonRate: fc.constantFrom(0, 10, 40),
  faultRate: fc.constantFrom(2, 10, 30),
})
