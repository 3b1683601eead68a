import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detailText } from '../../lib/event/detail.js'
import { newRow, type RowOrigin } from '../../lib/store/new-row.js'
import { anythingGoes } from '../event/anything-goes.js'

const only = { eventIndex: 0, eventCount: 1 }
const origin: RowOrigin = {
  keys: { partitionKey: 'pk', sortKey: 'sk' },
  source: 'orders',
  region: 'eu-west-1',
  now: 0,
  correlationId: 'c',
}
// printf %s 'Thing#1' | sha256sum begins with 6b; 0x6b mod 32 = 11.
const event = anythingGoes.create({ aggregateId: '1', data: { a: 1 } })

describe('a new row', () => {
  it('has these attributes and no others', () => {
    expect(newRow(event, only, origin)).toEqual({
      pk: 'OUTBOX#Thing#1',
      sk: event.eventId,
      obSource: 'orders',
      obType: 'AnythingGoes',
      obDetail: detailText(event, only, 'c'),
      obTime: event.occurredAt,
      obStatus: 'PENDING',
      obShard: 'P#eu-west-1#11',
      obDue: expect.stringMatching(/^1970-01-01T00:00:00\.000Z#[0-9a-f]{8}$/),
    })
  })

  it('carries the trace header and the sequence where there are such', () => {
    const versioned = anythingGoes.create({ aggregateId: '1', aggregateVersion: 7, data: {} })
    const row = newRow(versioned, { eventIndex: 3, eventCount: 4 }, { ...origin, traceHeader: 'Root=…' })
    expect(row).toMatchObject({ obSeq: '0000000000000007.03', obTrace: 'Root=…' })
  })

  it('belongs to the sweeper from its due time where the event is delayed', () => {
    const delayed = anythingGoes.create({ aggregateId: '1', availableAt: new Date(60_000), data: {} })
    expect(newRow(delayed, only, origin)).toMatchObject({
      obShard: 'S#eu-west-1#11',
      obDue: expect.stringMatching(/^1970-01-01T00:01:00\.000Z#[0-9a-f]{8}$/),
    })
  })

  it('has a fence that no other row has', () => {
    expect(newRow(event, only, origin)['obDue']).not.toBe(newRow(event, only, origin)['obDue'])
  })

  it('sorts by version and index as numbers do', () => {
    const place = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 99 }))
    const sequence = ([aggregateVersion, eventIndex]: [number, number]): string =>
      newRow(
        anythingGoes.create({ aggregateId: '1', aggregateVersion, data: {} }),
        { eventIndex, eventCount: 100 },
        origin,
      )['obSeq'] ?? ''
    fc.assert(
      fc.property(place, place, (one, other) => {
        const order = one[0] === other[0] ? one[1] - other[1] : one[0] - other[0]
        expect(sequence(one).localeCompare(sequence(other), 'en')).toBe(Math.sign(order))
        expect(sequence(one) < sequence(other)).toBe(order < 0)
      }),
    )
  })
})
