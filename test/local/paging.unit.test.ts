import { expect, it } from 'vitest'
import { tokenPage } from '../../lib/local/cloudformation/token-page.js'
import { page } from '../../lib/local/events/page.js'
import { markerPage } from '../../lib/local/lambda/actions/marker-page.js'
import { pageOf } from '../../lib/local/paging/page-of.js'
import { pageStart, pageToken } from '../../lib/local/paging/page-token.js'
import { schedulerPage } from '../../lib/local/scheduler/scheduler-page.js'

const ITEMS = Array.from({ length: 230 }, (_, place) => place)

it('a list is read page by page, without gaps, and its last page has no token', () => {
  const read: number[] = []
  let token: unknown
  do {
    const { items, next } = pageOf(ITEMS, pageStart(token) ?? Number.NaN, 100)
    read.push(...items)
    token = next
  } while (token !== undefined)
  expect(read).toEqual(ITEMS)
  expect(pageOf(ITEMS, 130, 100).next).toBeUndefined()
  expect(pageOf([], 0, 100)).toEqual({ items: [], next: undefined })
})

it.each(['', 'x', 'item:5', Buffer.from('item:-1').toString('base64'), 7, {}])(
  'a token %s that was never given is none',
  (token) => {
    expect(pageStart(token)).toBeUndefined()
  },
)

it.each([undefined, null])('without a token (%s) the list begins at its begin', (token) => {
  expect(pageStart(token)).toBe(0)
})

it.each([
  ['EventBridge', page, 'NextToken', 100, 'ValidationException'],
  ['EventBridge Scheduler', schedulerPage, 'NextToken', 100, 'ValidationException'],
  ['CloudFormation', tokenPage, 'NextToken', 100, 'ValidationError'],
  ['Lambda', markerPage, 'Marker', 50, 'InvalidParameterValueException'],
] as const)(
  "%s's pages take the token of one another's place, and refuse others",
  (_, ask, name, size, code) => {
    const [token] = Object.values(ask(ITEMS, {}).next)
    expect(token).toBe(pageToken(size))
    expect(ask(ITEMS, { [name]: token }).items[0]).toBe(size)
    expect(ask(ITEMS, { [name]: pageToken(200) }).items.length).toBe(30)
    expect(() => ask(ITEMS, { [name]: 'x' })).toThrow(expect.objectContaining({ code }))
  },
)
