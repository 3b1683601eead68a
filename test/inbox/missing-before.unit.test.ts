import { describe, expect, it } from 'vitest'
import type { Position } from '../../lib/inbox/event-order.js'
import { missingBefore, type Start } from '../../lib/inbox/missing-before.js'

const at = (version: number, index = 0, count = 1): Position => ({ version, index, count })
const here: Start = { kind: 'here' }
const first: Start = { kind: 'first', version: 1 }

describe('of an aggregate that was seen', () => {
  it.each<[Position, Position, string[]]>([
    [at(1), at(2), []],
    [at(1), at(3), ['version 2']],
    [at(1), at(9), ['versions 2 to 8']],
    [at(2), at(1), []],
    [at(2), at(2), []],
    [at(1, 0, 2), at(2, 1, 2), []],
    [at(2, 1, 2), at(3), []],
    [at(2, 0, 4), at(2, 3, 4), ['events 1 to 2 of version 2']],
    [at(2, 0, 3), at(5, 1, 2), ['events 1 to 2 of version 2', 'versions 3 to 4', 'event 0 of version 5']],
  ])('%j, then %j: %j', (highest, position, missing) => {
    expect(missingBefore(highest, position, here)).toEqual(missing)
    expect(missingBefore(highest, position, first)).toEqual(missing)
  })
})

describe('at the first sight of an aggregate', () => {
  it('nothing is missing when its history begins here', () => {
    expect(missingBefore(undefined, at(50, 2, 3), here)).toEqual([])
  })

  it.each<[Position, Start, string[]]>([
    [at(1), first, []],
    [at(1, 2, 3), first, ['events 0 to 1 of version 1']],
    [at(2), first, ['version 1']],
    [at(50), first, ['version 1', 'versions 2 to 49']],
    [at(0), { kind: 'first', version: 0 }, []],
    [at(1), { kind: 'first', version: 0 }, ['version 0']],
  ])('%j, from %j: %j', (position, start, missing) => {
    expect(missingBefore(undefined, position, start)).toEqual(missing)
  })
})
