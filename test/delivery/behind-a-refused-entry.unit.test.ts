import { describe, expect, it } from 'vitest'
import { deliver } from './deliver.js'
import { idOf, makeRows } from './make-row.js'
import { ACCEPTED, each, INTERNAL, REFUSED, type Script, THROTTLED } from './scripted-destination.js'

/** `a1` is always refused; the others fail at their first try as said. */
function refusesA1(failure: typeof INTERNAL | typeof THROTTLED): Script['answer'] {
  return each((event, tries) => {
    if (idOf(event) === 'a1') return REFUSED
    return tries === 0 ? failure : ACCEPTED
  })
}

describe('an entry that fails for a moment in the call in which an earlier one of its aggregate is refused', () => {
  it.each([
    ['an internal failure', INTERNAL],
    ['a throttle', THROTTLED],
  ])('goes along with it after %s, for sent again it would pass it', async (_, failure) => {
    const { kinds, destination } = await deliver(makeRows('aab'), { answer: refusesA1(failure) })
    expect(kinds).toEqual({ a1: 'record', a2: 'along', b1: 'published' })
    expect(destination.accepted.map(idOf)).toEqual(['b1'])
  })

  it('is sent again by whoever keeps no order', async () => {
    const answer = refusesA1(INTERNAL)
    const { kinds } = await deliver(makeRows('aab'), { answer }, { followers: 'sent' })
    expect(kinds).toEqual({ a1: 'record', a2: 'published', b1: 'published' })
  })

  it('is sent again when it is the earlier one', async () => {
    const { kinds } = await deliver(makeRows('aab'), {
      answer: each((event, tries) => {
        if (idOf(event) === 'a2') return REFUSED
        return tries === 0 ? INTERNAL : ACCEPTED
      }),
    })
    expect(kinds).toEqual({ a1: 'published', a2: 'record', b1: 'published' })
  })
})
