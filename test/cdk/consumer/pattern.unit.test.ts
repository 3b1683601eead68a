import { describe, expect, it } from 'vitest'
import { REPLAY_MARK } from '../../../lib/event/replay-mark.js'
import { compilePattern } from '../../../lib/local/events/pattern/compile-pattern.js'
import { resource } from '../fixture.js'
import { consumerFixture, type FewProps } from './consumer-fixture.js'

/** As EventBridge sends it. */
const EVENT = {
  version: '0',
  id: '7bf73129-1428-4cd3-a780-95db273d1602',
  'detail-type': 'OrderPaid',
  source: 'orders',
  account: '111122223333',
  time: '2026-01-01T00:00:00Z',
  region: 'eu-west-1',
  resources: [] as readonly string[],
  detail: {
    metadata: { eventId: '1', aggregateType: 'Order', aggregateId: '1', context: { tenant: 'acme' } },
    data: { total: { cents: 10_000, currency: 'EUR' } },
  },
}

function patternOf(props: FewProps): unknown {
  return resource(consumerFixture(props).template(), 'AWS::Events::Rule', 'OutboxShippingRule').Properties[
    'EventPattern'
  ]
}

const matches = (props: FewProps, changes: Readonly<Record<string, unknown>> = {}): boolean =>
  compilePattern(patternOf(props)).matches({ ...EVENT, ...changes })

it('the pattern says no more than was asked for', () => {
  expect(patternOf({ replays: true })).toEqual({ source: ['orders'], 'detail-type': ['OrderPaid'] })
  expect(patternOf({ replays: true, allEventsOf: 'Order' })).toEqual({
    source: ['orders'],
    detail: { metadata: { aggregateType: ['Order'] } },
  })
})

describe('events that are named', () => {
  const props = { events: ['OrderPlaced', { type: 'OrderPaid' }] }

  it.each([
    ['one', {}, true],
    ['the other', { 'detail-type': 'OrderPlaced' }, true],
    ['a third', { 'detail-type': 'OrderCancelled' }, false],
    ['of another service', { source: 'carts' }, false],
  ])('%s', (_, changes, expected) => {
    expect(matches(props, changes)).toBe(expected)
  })
})

describe('all events of an aggregate type', () => {
  const metadata = (aggregateType: string) => ({ detail: { ...EVENT.detail, metadata: { aggregateType } } })

  it.each([
    ['of a type that is not known yet', { 'detail-type': 'OrderShredded' }, true],
    ['of another aggregate', metadata('Cart'), false],
    ['of another service', { source: 'carts' }, false],
  ])('%s', (_, changes, expected) => {
    expect(matches({ allEventsOf: 'Order' }, changes)).toBe(expected)
  })
})

describe('a filter', () => {
  it.each<[string, FewProps, boolean]>([
    ['of the data', { data: { total: { cents: [{ numeric: ['>=', 10_000] }] } } }, true],
    ['of the data, that fails', { data: { total: { cents: [{ numeric: ['>', 10_000] }] } } }, false],
    ['of the metadata', { metadata: { aggregateId: [{ prefix: '1' }] } }, true],
    ['of the metadata, that fails', { metadata: { aggregateId: ['2'] } }, false],
    ['of the context', { context: { tenant: ['acme'] } }, true],
    ['of the context, that fails', { context: { tenant: ['other'] } }, false],
    [
      'of all, of which one fails',
      { context: { tenant: ['acme'] }, data: { total: { currency: ['USD'] } } },
      false,
    ],
  ])('%s', (_, filter, expected) => {
    expect(matches({ filter })).toBe(expected)
    expect(matches({ filter, allEventsOf: 'Order' })).toBe(expected)
  })
})

describe('replays', () => {
  const REPLAYS = [
    ['of an EventBridge archive', { 'replay-name': 'after-the-outage' }],
    ['of the outbox', { resources: [REPLAY_MARK] }],
    ['of the outbox, from an archive', { resources: [REPLAY_MARK], 'replay-name': 'again' }],
  ] as const

  it.each(REPLAYS)('%s do not come unasked', (_, changes) => {
    expect(matches({}, changes)).toBe(false)
    expect(matches({ allEventsOf: 'Order' }, changes)).toBe(false)
  })

  it.each(REPLAYS)('%s come when asked for', (_, changes) => {
    expect(matches({ replays: true }, changes)).toBe(true)
  })

  it.each([
    ['no resources, as events have it', []],
    ['another resource', ['arn:aws:s3:::invoices']],
    ['two other resources', ['arn:aws:s3:::invoices', 'arn:aws:s3:::orders']],
  ])('an event with %s comes', (_, resources) => {
    expect(matches({}, { resources })).toBe(true)
  })
})
