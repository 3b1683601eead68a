import { expect, it } from 'vitest'
import { compileFilters } from '../../../lib/local/lambda/event-source-mapping/compile-filters.js'
import { passesFilters } from '../../../lib/local/lambda/event-source-mapping/queue/passes-filters.js'

const MESSAGE = {
  MessageId: '1',
  Body: '{"type":"OrderPlaced","cents":500}',
  Attributes: { ApproximateReceiveCount: '1' },
  MessageAttributes: { region: { DataType: 'String', StringValue: 'eu' } },
}

function passes(message: object, ...patterns: readonly unknown[]): boolean {
  const criteria = { Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) }
  const filters = compileFilters(criteria, { numeric: true })
  return passesFilters({ ...MESSAGE, ...message }, { filters, eventSourceArn: 'arn:aws:sqs:eu-west-1:1:q' })
}

it.each([
  ['a member of a JSON body', { body: { type: ['OrderPlaced'] } }, true],
  ['a number of a JSON body', { body: { cents: [{ numeric: ['>', 499] }] } }, true],
  ['another value', { body: { type: ['OrderPaid'] } }, false],
  ['an attribute', { attributes: { ApproximateReceiveCount: ['1'] } }, true],
  ['a message attribute', { messageAttributes: { region: { stringValue: ['eu'] } } }, true],
  ['the JSON body as text', { body: [MESSAGE.Body] }, false],
])('%s', (_name, pattern, expected) => {
  expect(passes({}, pattern)).toBe(expected)
})

it('a body that is no JSON matches as text only', () => {
  expect(passes({ Body: 'hello' }, { body: ['hello'] })).toBe(true)
  expect(passes({ Body: 'hello' }, { body: { type: ['hello'] } })).toBe(false)
  expect(passes({ Body: '{broken' }, { body: [{ prefix: '{' }] })).toBe(true)
})

it('one of several filters is enough', () => {
  expect(passes({}, { body: { type: ['OrderPaid'] } }, { body: { type: ['OrderPlaced'] } })).toBe(true)
})

it('without a filter everything passes', () => {
  expect(passes({ Body: 'anything' })).toBe(true)
})
