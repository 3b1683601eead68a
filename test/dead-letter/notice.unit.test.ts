import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonDepth } from '../../lib/dead-letter/json-depth.js'
import { notice } from '../../lib/dead-letter/notice.js'
import { aDeath } from './a-death.js'

const TABLE = { tableName: 'shop-table' }
const MIB = 1024 * 1024

// What SQS takes: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

const bodyOf = (item: Readonly<Record<string, unknown>>): string => notice(aDeath(item), TABLE).body
const detailOfSize = (bytes: number): string => JSON.stringify({ data: 'x'.repeat(bytes - 11) })

describe('the notice of a dead letter', () => {
  it('tells everything about the event and where its row is', () => {
    const { body } = notice(aDeath(), TABLE)
    expect(JSON.parse(body)).toEqual({
      notice: 'outbox-dead-letter',
      version: 1,
      reason: 'MalformedDetail: Detail is malformed.',
      errorCode: 'MalformedDetail',
      attempts: 3,
      firstFailedAt: '2026-03-01T11:00:00.000Z',
      diedAt: '2026-03-01T12:00:00.000Z#0badcafe',
      deaths: 1,
      row: { table: 'shop-table', partitionKey: 'OUTBOX#thing#a', sortKey: 'e1' },
      event: {
        eventId: 'e1',
        source: 'shop',
        detailType: 'ThingHappened',
        time: '2026-03-01T11:59:59.000Z',
        detail: { metadata: { eventId: 'e1' }, data: { of: 'a' } },
      },
    })
  })

  it('has what the list of messages in the console shows as attributes', () => {
    expect(notice(aDeath(), TABLE).attributes).toEqual({
      eventId: 'e1',
      eventType: 'ThingHappened',
      aggregateType: 'thing',
      aggregateId: 'a',
      errorCode: 'MalformedDetail',
      attempts: '3',
    })
  })

  it('is written for people while it is below 256 KiB', () => {
    expect(bodyOf({})).toMatch('{\n  "notice": "outbox-dead-letter",\n')
    expect(bodyOf({ obDetail: detailOfSize(256 * 1024 - 2_000) })).toMatch('\n')
    const long = bodyOf({ obDetail: detailOfSize(256 * 1024) })
    expect(long).not.toMatch('\n')
    expect(JSON.parse(long)).toMatchObject({ event: { detail: { data: expect.stringMatching(/^x+$/) } } })
  })

  it('has the detail as the text that it is when that is no JSON', () => {
    expect(JSON.parse(bodyOf({ obDetail: 'this is {no JSON' }))).toMatchObject({
      event: { detail: 'this is {no JSON' },
    })
  })

  it.each([undefined, null, 5])('says what it knows of a row without a usable detail: %j', (obDetail) => {
    expect(JSON.parse(bodyOf({ obDetail, obType: obDetail }))).toMatchObject({ event: { eventId: 'e1' } })
  })

  it('leaves the detail out above 1,000,000 bytes, says so and says where it is', () => {
    // Every character is escaped to six: as text of 400 KB, a body of 2.4 MB.
    const body = bodyOf({ obDetail: '\u0001'.repeat(390_000) })
    const { event } = JSON.parse(body) as { event: Record<string, string> }
    expect(event['detail']).toBeUndefined()
    expect(event['detailOmitted']).toMatch(/would have 23\d{5} bytes.*`obDetail`/)
    expect(event).toMatchObject({ eventId: 'e1', source: 'shop', detailType: 'ThingHappened' })
  })

  it('writes a value that is nested too deep to be written out as text, not as a crash', () => {
    const deep = `{"a":${'['.repeat(150_000)}${']'.repeat(150_000)}}`
    expect(JSON.parse(bodyOf({ obDetail: deep }))).toMatchObject({ event: { detail: deep } })
    // A shallower one would be indented to a hundred times its size.
    const wide = `{"a":${'['.repeat(900)}${'1,'.repeat(50_000)}1${']'.repeat(900)}}`
    expect(JSON.parse(bodyOf({ obDetail: wide }))).toMatchObject({ event: { detail: wide } })
  })

  it('never is over the 1 MiB of a message, and holds only what SQS takes, whatever the row holds', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom('\u0000', '\u0001', '\ufffe', '\uffff', '\ud800', '\u{10ffff}', '"', '\\', 'é'),
    )
    // The attributes of an item share 400 KB.
    const huge = fc.tuple(text, fc.nat(380_000)).map(([unit, bytes]) => {
      const one = Buffer.byteLength(unit)
      return one === 0 ? '' : unit.repeat(Math.floor(bytes / one))
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.record({ obDetail: huge }),
          fc.record({ obSource: huge }),
          fc.record({ obType: huge }),
          fc.record({ obTime: huge }),
          fc.record({ obTime: huge.map((text) => ({ text })) }),
          fc.record({ obType: huge.map((text) => [text]) }),
          fc.record({ obSource: huge.map((text) => Buffer.from(text)) }),
          fc.record({ obDetail: huge.map((data) => JSON.stringify({ data })) }),
        ),
        (item) => {
          const body = bodyOf(item)
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MIB - 10_000)
          expect(ALLOWED.test(body)).toBe(true)
          expect(JSON.parse(body)).toMatchObject({ event: { eventId: 'e1' } })
        },
      ),
      { numRuns: 60 },
    )
  }, 30_000)

  it('keeps every character of the event, escaped where SQS would refuse it', () => {
    const data = 'a\u0000\u0007\ud800\ufffe\uffff\u{1F600}\u{1FFFE}\u{10FFFF}z'
    const body = bodyOf({ obDetail: JSON.stringify({ data }) })
    expect(ALLOWED.test(body)).toBe(true)
    expect(JSON.parse(body)).toMatchObject({ event: { detail: { data } } })
  })
})

describe('the depth of a JSON text', () => {
  it.each([
    ['1', 0],
    ['{}', 1],
    ['{"a":[{},{"b":[]}]}', 4],
    ['{"a":"[[[{\\"[["}', 1],
    ['["\\\\",[]]', 2],
    ['no JSON "', 0],
  ])('%s', (text, depth) => {
    expect(jsonDepth(text)).toBe(depth)
  })

  it('is that of the value', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    fc.assert(fc.property(fc.jsonValue(), (value) => jsonDepth(JSON.stringify(value)) === depthOf(value)))
  })
})
