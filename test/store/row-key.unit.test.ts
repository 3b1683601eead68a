import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyAttributes, keyText, rowIdentity, rowKey } from '../../lib/store/row-key.js'

const withSortKey = { partitionKey: 'id', sortKey: 'range' }
const withoutSortKey = { partitionKey: 'id' }
const identity = { aggregateType: 'Order', aggregateId: 'a#b', eventId: 'e-1' }

describe('the key of a row', () => {
  it('is the aggregate and the event, so that an aggregate has one partition key', () => {
    expect(keyAttributes(rowKey(identity, withSortKey), withSortKey)).toEqual({
      id: 'OUTBOX#Order#a#b',
      range: 'e-1',
    })
  })

  it('holds the event in the partition key where there is no sort key', () => {
    expect(keyAttributes(rowKey(identity, withoutSortKey), withoutSortKey)).toEqual({
      id: 'OUTBOX#Order#a#b#e-1',
    })
  })

  it.each([withSortKey, withoutSortKey])('tells what it was made of (%j)', (keys) => {
    const part = fc.string({ minLength: 1, unit: 'binary' })
    const withoutHash = part.filter((text) => !text.includes('#'))
    const identities = fc.record({ aggregateType: withoutHash, aggregateId: part, eventId: fc.uuid() })
    fc.assert(
      fc.property(identities, identities, (one, other) => {
        expect(rowIdentity(rowKey(one, keys))).toEqual(one)
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(keyText(rowKey(one, keys)) === keyText(rowKey(other, keys))).toBe(same)
      }),
    )
  })

  it.each([
    { partition: 'ORDER#1', sort: 'e' },
    { partition: 'OUTBOX#', sort: 'e' },
    { partition: 'OUTBOX##1', sort: 'e' },
    { partition: 'OUTBOX#Order', sort: 'e' },
    { partition: 'OUTBOX#Order#1' },
  ])('tells when it is not that of an outbox row: %j', (key) => {
    expect(rowIdentity(key)).toBeUndefined()
  })
})
