import { describe, expect, it } from 'vitest'
import { TRANSITIONS, type TransitionName } from '../../lib/store/transitions.js'
import { explore, report } from './explore.js'
import { MUTATIONS, withoutClause } from './mutations.js'
import { CONTEST } from './runs.js'

// Seconds on a machine of its own.
const TIMEOUT = 60_000

describe('the model finds the mistake:', () => {
  it.each(Object.entries(MUTATIONS))(
    '%s',
    (_, { settings, breaks }) => {
      const { violation } = explore(settings)
      expect(violation && report(violation)).toMatch(breaks)
    },
    TIMEOUT,
  )

  it.each(Object.entries(MUTATIONS))(
    '%s, and only that: without it, the run passes',
    (_, { settings }) => {
      const { transitions: __, protocol: ___, ...world } = settings
      const { violation } = explore(world)
      expect(violation && report(violation)).toBeUndefined()
    },
    TIMEOUT,
  )
})

// Those of `archive` are against people: no worker leads a row out of PUBLISHED, and the model's rows are edited by nobody.
const clauses = (Object.keys(TRANSITIONS) as TransitionName[])
  .filter((name) => name !== 'archive')
  .flatMap((name) => TRANSITIONS[name].when.map(({ attribute }) => [name, attribute] as const))

describe('no clause of a condition is there for nothing:', () => {
  it.each(clauses)(
    '%s asks for the %s',
    (name, attribute) => {
      expect(explore({ ...CONTEST, transitions: withoutClause(attribute, name) }).violation).toBeDefined()
    },
    TIMEOUT,
  )

  it(
    'with all of them, the same run passes',
    () => {
      const { violation } = explore({ ...CONTEST, faults: 2, redrives: 1 })
      expect(violation && report(violation)).toBeUndefined()
    },
    TIMEOUT,
  )
})
