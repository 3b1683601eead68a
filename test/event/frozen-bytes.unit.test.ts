import { expect, it } from 'vitest'
import { detailText } from '../../lib/event/detail.js'
import { anythingGoes } from './anything-goes.js'

const only = { eventIndex: 0, eventCount: 1 }

it('what is changed in the data after `create` does not count', () => {
  const data = { lines: [{ sku: 'a' }], total: 1 }
  const event = anythingGoes.create({ aggregateId: '1', data })
  const before = detailText(event, only, 'c')
  data.total = 2
  data.lines.push({ sku: 'b' })
  event.data.lines.length = 0
  expect(detailText(event, only, 'c')).toBe(before)
  expect(JSON.parse(before).data).toEqual({ lines: [{ sku: 'a' }], total: 1 })
})

it('what is changed in the context or the delay after `create` does not count', () => {
  const context = { tenant: 'a' }
  const availableAt = new Date(0)
  const event = anythingGoes.create({ aggregateId: '1', data: {}, context, availableAt })
  context.tenant = 'b'
  availableAt.setTime(1)
  expect(event.context).toEqual({ tenant: 'a' })
  expect(event.availableAt).toEqual(new Date(0))
})

it('an event cannot be changed', () => {
  const event: { eventType: string } = anythingGoes.create({ aggregateId: '1', data: {} })
  expect(() => {
    event.eventType = 'Other'
  }).toThrow(TypeError)
})

it('the order of the keys is kept', () => {
  const event = anythingGoes.create({ aggregateId: '1', data: { z: 1, a: { y: 2, b: 3 } } })
  expect(detailText(event, only, 'c')).toContain('"data":{"z":1,"a":{"y":2,"b":3}}}')
})

it('the detail holds the metadata with these members, in this order, and the data', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const event = anythingGoes.create({
    aggregateId: '1',
    aggregateVersion: 7,
    causationId: 'cause',
    traceparent,
    context: { tenant: 'a' },
    data: { text: '' },
  })
  const { eventId, occurredAt } = event
  expect(detailText(event, { eventIndex: 1, eventCount: 2 }, 'chain')).toBe(
    `{"metadata":{"eventId":"${eventId}","eventType":"AnythingGoes","schemaVersion":3,"aggregateType":"Thing","aggregateId":"1","aggregateVersion":7,"eventIndex":1,"eventCount":2,"occurredAt":"${occurredAt}","correlationId":"chain","causationId":"cause","traceparent":"${traceparent}","context":{"tenant":"a"}},"data":{"text":""}}`,
  )
})

it('the members that were not given are absent', () => {
  const event = anythingGoes.create({ aggregateId: '1', data: 1 })
  expect(Object.keys(JSON.parse(detailText(event, only, 'chain')).metadata)).toEqual([
    'eventId',
    'eventType',
    'schemaVersion',
    'aggregateType',
    'aggregateId',
    'eventIndex',
    'eventCount',
    'occurredAt',
    'correlationId',
  ])
})
