import { describe, expect, it } from 'vitest'
import { readRow } from '../../lib/delivery/read-row.js'
import { makeRow, outboxItem } from './make-row.js'

const KEY = { partition: 'OUTBOX#thing#a#b', sort: 'e1' }

describe('a row', () => {
  it('is read into what is sent, byte for byte, and what is known of its failures', () => {
    const trace = 'Root=1-67f2a4b1-0123456789abcdef01234567'
    const item: Record<string, unknown> = {
      ...outboxItem('a#b', 'e1'),
      obDetail: '{ "b": 1,\n "a": "\\u00e9" }',
      obSeq: '0000000000000001.00',
      obTrace: trace,
      obAttempts: 2,
      obDeaths: 1,
      obFailedAt: '2026-02-28T00:00:00.000Z',
    }
    expect(readRow(item, KEY)).toEqual({
      key: KEY,
      identity: { aggregateType: 'thing', aggregateId: 'a#b', eventId: 'e1' },
      shard: item['obShard'],
      due: item['obDue'],
      event: {
        source: 'shop',
        type: 'ThingHappened',
        detail: item['obDetail'],
        time: '2026-03-01T11:59:59.000Z',
        traceHeader: trace,
      },
      sequence: '0000000000000001.00',
      attempts: 2,
      deaths: 1,
      claims: 0,
      failedAt: '2026-02-28T00:00:00.000Z',
      raw: item,
    })
  })

  it.each([
    ['foreign', { partition: 'ORDER#1', sort: 'x' }],
    ['without an aggregate', { partition: 'OUTBOX#', sort: 'x' }],
    ['without an aggregate type', { partition: 'OUTBOX##1', sort: 'x' }],
    ['without an event id, in a table without a sort key', { partition: 'OUTBOX#thing#1' }],
  ])('under a key that is %s is none', (_, key) => {
    expect(readRow(outboxItem('a', 'e1'), key)).toBeUndefined()
  })

  it.each(['obShard', 'obDue'])('without %s is none: nobody owns it', (name) => {
    for (const value of [undefined, '', 5, null, ['P']])
      expect(readRow({ ...outboxItem('a', 'e1'), [name]: value }, KEY)).toBeUndefined()
  })

  it.each([undefined, 'x'.repeat(501), 'Root=1', 5])(
    'with the trace header %j is sent without one',
    (obTrace) => {
      expect(makeRow({ id: 'e1', item: { obTrace } }).event).toMatchObject({ traceHeader: undefined })
    },
  )

  it('keeps the number of claims without an outcome', () => {
    expect(
      readRow({ ...outboxItem('a', 'a1'), obClaims: 3 }, { partition: 'OUTBOX#thing#a', sort: 'a1' })?.claims,
    ).toBe(3)
  })

  it.each(['yesterday', '2026-02-30', 5, null])('knows no first failure at %j', (obFailedAt) => {
    const key = { partition: 'OUTBOX#thing#a', sort: 'a1' }
    expect(readRow({ ...outboxItem('a', 'a1'), obFailedAt }, key)?.failedAt).toBeUndefined()
  })

  it.each([-1, 1.5, Number.NaN, '3', null])('counts %j failures as none', (obAttempts) => {
    expect(makeRow({ id: 'e1', item: { obAttempts } }).attempts).toBe(0)
  })
})

describe('a row that was edited into something that cannot be sent', () => {
  const secret = 'SECRET-4711'
  it.each([
    ['obSource', undefined],
    ['obSource', ''],
    ['obSource', 5],
    ['obSource', 's'.repeat(257)],
    ['obSource', 'aws.ec2'],
    ['obType', undefined],
    ['obType', 't'.repeat(129)],
    ['obTime', undefined],
    ['obTime', 'yesterday'],
    ['obTime', '2026-13-01T00:00:00.000Z'],
    ['obTime', '1'],
    ['obTime', 'Mar 1 2026'],
    ['obTime', '2026-03-01'],
    ['obDetail', undefined],
    ['obDetail', ''],
    ['obDetail', `${secret} {`],
    ['obDetail', `["${secret}"]`],
    ['obDetail', `"${secret}"`],
    ['obDetail', 'null'],
    ['obDetail', '5'],
    ['obDetail', null],
    ['obDetail', `{"${secret}":"${'x'.repeat(1_000_000)}"}`],
  ])('keeps the fault, named, without payload: %s', (name, value) => {
    const row = makeRow({ id: 'e1', item: { [name]: value } })
    expect(row.event).toBeUndefined()
    expect(row.fault?.code).toBe('InvalidRow')
    expect(row.fault?.message).toMatch(`\`${name}\``)
    expect(row.fault?.message).not.toMatch(secret)
    expect(row.raw[name]).toBe(value)
  })

  it('is sent up to the limits', () => {
    const item = { obSource: 's'.repeat(256), obType: 't'.repeat(128), obTime: '2026-03-01T00:00:00Z' }
    expect(makeRow({ id: 'e1', item }).fault).toBeUndefined()
  })
})
