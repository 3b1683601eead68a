import { expect, it } from 'vitest'
import { type EventOrder, eventOrder, type Position } from '../../lib/inbox/event-order.js'

const at = (version: number, index = 0, count = 1): Position => ({ version, index, count })

it.each<[string, Position | undefined, Position, EventOrder]>([
  ['nothing was seen', undefined, at(50), 'first'],
  ['the version before was seen', at(1), at(2), 'next'],
  ['the same event was seen', at(2), at(2), 'old'],
  ['a later version was seen', at(3), at(2), 'old'],
  ['a version is missing', at(1), at(3), 'gap'],
  ['the event before in the same version was seen', at(2, 0, 3), at(2, 1, 3), 'next'],
  ['an event of the same version is missing', at(2, 0, 3), at(2, 2, 3), 'gap'],
  ['a later event of the same version was seen', at(2, 2, 3), at(2, 1, 3), 'old'],
  ['the version before is seen as a whole', at(2, 2, 3), at(3, 0, 2), 'next'],
  ['the version before is seen in part', at(2, 1, 3), at(3, 0, 2), 'gap'],
  ['the first event of the next version is missing', at(2), at(3, 1, 2), 'gap'],
  ['the version before was in the same transaction', at(1, 0, 2), at(2, 1, 2), 'next'],
  ['one of the same transaction is missing in between', at(1, 0, 3), at(2, 2, 3), 'gap'],
])('%s', (_, highest, position, order) => {
  expect(eventOrder(highest, position)).toBe(order)
})
