import fc from 'fast-check'
import { PROFILES, type ProfileName } from './profiles.js'
import type { WorldSettings } from './settings.js'

export interface Step {
  /** Which step it is, by the profile; from 0 to below `ROLLS`. */
  readonly roll: number
  /** What is drawn within the step. */
  readonly number: number
}

export const ROLLS = 10_000

const step: fc.Arbitrary<Step> = fc.record({
  roll: fc.noBias(fc.nat({ max: ROLLS - 1 })),
  number: fc.noBias(fc.maxSafeNat()),
})

/** So many, before shrinking. */
export function steps(count: number): fc.Arbitrary<Step[]> {
  return fc.array(step, { minLength: count, maxLength: count, size: 'max' })
}

export const worldSettings: fc.Arbitrary<WorldSettings> = fc.record({
  profile: fc.constantFrom(...(Object.keys(PROFILES) as ProfileName[])),
  seed: fc.noBias(fc.nat()),
  strictOrder: fc.boolean(),
  maxPublishRate: fc.constantFrom(undefined, undefined, undefined, 5),
  archive: fc.boolean(),
  crowd: fc.constantFrom(1, 2, 3, 6),
  poisonRate: fc.constantFrom(0, 10, 40),
  faultRate: fc.constantFrom(2, 10, 30),
})
