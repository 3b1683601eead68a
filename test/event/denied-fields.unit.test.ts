import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import { thrownBy } from './thrown-by.js'

const userSignedUp = defineEvent('UserSignedUp', {
  version: 1,
  aggregateType: 'User',
  schema: z.any(),
  denyFields: ['password', 'iBAN'],
})

it.each([
  [{ password: 'hunter2' }, 'data.password'],
  [{ PassWord: 'hunter2' }, 'data.PassWord'],
  [{ iban: 'hunter2' }, 'data.iban'],
  [{ a: [{ b: {} }, { b: { IBAN: ['hunter2'] } }] }, 'data.a[1].b.IBAN'],
  [{ password: undefined, a: 1 }, 'data.password'],
])('a denied name is refused at any depth and in any case: %j', (data, path) => {
  const error = thrownBy(() => userSignedUp.create({ aggregateId: '1', data }))
  expect(error.code).toBe('INVALID_EVENT')
  expect(error.details).toEqual({ path, eventType: 'UserSignedUp' })
  expect(error.message).not.toContain('hunter2')
})

it('the message says which name and what to do', () => {
  const error = thrownBy(() => userSignedUp.create({ aggregateId: '1', data: { card: { IBAN: 'x' } } }))
  expect(error.message).toBe(
    'The event `UserSignedUp` must not hold `data.card.IBAN`: the name is in its `denyFields`. Leave the field out of the event',
  )
})

it('a name that only contains a denied one, and a value that equals it, pass', () => {
  const data = { passwordChangedAt: 'today', kind: 'password' }
  expect(userSignedUp.create({ aggregateId: '1', data }).data).toEqual(data)
})
