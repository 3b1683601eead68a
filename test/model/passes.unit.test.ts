import { afterAll, describe, expect, it } from 'vitest'
import { TRANSITIONS, type TransitionName } from '../../lib/store/transitions.js'
import { explore, report } from './explore.js'
import { BOUNDED_RUNS } from './runs.js'

const covered = new Set<string>()

describe('no interleaving of workers and faults breaks an invariant:', () => {
  it.each(Object.entries(BOUNDED_RUNS))(
    '%s',
    (_, settings) => {
      const { violation, covered: situations, states } = explore(settings)
      expect(violation && report(violation)).toBeUndefined()
      // A run that explores nothing proves nothing.
      expect(states).toBeGreaterThan(1_000)
      for (const situation of situations.keys()) covered.add(situation)
    },
    60_000,
  )

  afterAll(() => {
    const names = Object.keys(TRANSITIONS) as TransitionName[]
    const never = names.flatMap((name) => [name, `${name}: lost`]).filter((what) => !covered.has(what))
    expect(never, 'every transition is made, and loses, somewhere').toEqual([])
    expect(covered).toContain('delivered beats dead')
    expect(covered).toContain('two workers have one event in flight')
  })
})
