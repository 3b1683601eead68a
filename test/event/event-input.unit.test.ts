import { describe, expect, it } from 'vitest'
import { anythingGoes } from './anything-goes.js'
import { thrownBy } from './thrown-by.js'

function create(input: Record<string, unknown>): ReturnType<typeof anythingGoes.create> {
  return anythingGoes.create({ aggregateId: '1', data: {}, ...input } as never)
}

const notEmpty = 'be a string that is not empty'

it.each<[string, Record<string, unknown>, string, string]>([
  [
    'an unknown member',
    { agregateVersion: 3 },
    'agregateVersion',
    'be one of the members aggregateId, aggregateVersion, availableAt, causationId, context, correlationId, data, traceparent, got `agregateVersion` (string)',
  ],
  ['no aggregate id', { aggregateId: undefined }, 'aggregateId', `${notEmpty}, got \`undefined\``],
  ['an empty aggregate id', { aggregateId: '' }, 'aggregateId', `${notEmpty}, got \`\` (string)`],
  ['a number as aggregate id', { aggregateId: 7 }, 'aggregateId', `${notEmpty}, got \`7\` (number)`],
  [
    'a negative aggregate version',
    { aggregateVersion: -1 },
    'aggregateVersion',
    'be a whole number from 0, got `-1` (number)',
  ],
  [
    'an aggregate version beyond safe integers',
    { aggregateVersion: 2 ** 53 },
    'aggregateVersion',
    'be a whole number from 0, got `9007199254740992` (number)',
  ],
  [
    'an aggregate version as text',
    { aggregateVersion: '1' },
    'aggregateVersion',
    'be a whole number from 0, got `1` (string)',
  ],
  [
    'a delay as text',
    { availableAt: '2030-01-01' },
    'availableAt',
    'be a valid Date of the years 0 to 9999, got `2030-01-01` (string)',
  ],
  [
    'an invalid date',
    { availableAt: new Date('never') },
    'availableAt',
    'be a valid Date of the years 0 to 9999, got a value of type Date',
  ],
  // Its text begins with a sign, so that the index would hold it for the earliest of all.
  [
    'a date after the year 9999',
    { availableAt: new Date(Date.UTC(10_000, 0, 1)) },
    'availableAt',
    'be a valid Date of the years 0 to 9999, got a value of type Date',
  ],
  [
    'a delay together with a version',
    { availableAt: new Date(0), aggregateVersion: 1 },
    'availableAt',
    'be absent where `aggregateVersion` is given, for a delayed event would look like a gap, got a value of type Date',
  ],
  ['an empty correlation id', { correlationId: '' }, 'correlationId', `${notEmpty}, got \`\` (string)`],
  ['a causation id that is a number', { causationId: 1 }, 'causationId', `${notEmpty}, got \`1\` (number)`],
  [
    'a context that is a list',
    { context: ['a'] },
    'context',
    'be an object whose values are strings, got a value of type array',
  ],
  [
    'a context that is a Map, whose entries JSON would drop',
    { context: new Map([['tenant', 'a']]) },
    'context',
    'be an object whose values are strings, got a value of type object',
  ],
  [
    'a context value that is no text',
    { context: { tenant: 'a', depth: 1 } },
    'context.depth',
    'be a string, got a value of type number',
  ],
])('%s is refused', (_, input, path, rule) => {
  const error = thrownBy(() => create(input))
  expect(error.code).toBe('INVALID_EVENT')
  expect(error.details).toEqual({ path, eventType: 'AnythingGoes' })
  expect(error.message).toBe(`Expected \`${path}\` of event \`AnythingGoes\` to ${rule}`)
})

it('an input that is no object is refused, and not shown', () => {
  const error = thrownBy(() => anythingGoes.create('4111' as never))
  expect(error.message).toBe(
    'Expected `input` of event `AnythingGoes` to be an object with `aggregateId` and `data`, got a string',
  )
})

describe('an event', () => {
  it('carries what was said of it, an id that sorts by time, and the time', () => {
    const before = new Date().toISOString()
    const event = create({
      aggregateId: 'order#1',
      aggregateVersion: 0,
      correlationId: 'c',
      causationId: 'k',
      context: { tenant: 'a' },
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    })
    expect(event).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      eventType: 'AnythingGoes',
      schemaVersion: 3,
      aggregateType: 'Thing',
      aggregateId: 'order#1',
      aggregateVersion: 0,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      correlationId: 'c',
      causationId: 'k',
      context: { tenant: 'a' },
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      data: {},
      dataText: '{}',
    })
    expect(event.occurredAt >= before).toBe(true)
    expect(create({}).eventId > event.eventId).toBe(true)
  })

  it.each([
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7',
    'trace',
    7,
  ])('loses a malformed traceparent, never its life: %j', (traceparent) => {
    expect(create({ traceparent }).traceparent).toBeUndefined()
  })
})
