import type { _Record as EngineRecord } from '@aws-sdk/client-dynamodb-streams'
import { describe, expect, it } from 'vitest'
import { toStreamRecord } from '../../../lib/local/lambda/event-source-mapping/stream/to-stream-record.js'

const STREAM = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026-01-01T00:00:00.000'
const IDENTITY = { eventSourceArn: STREAM, region: 'eu-west-1' }
const BYTES = new Uint8Array([1, 2, 255])

function engineRecord(over: Partial<EngineRecord> = {}, sequenceNumber = '7'): EngineRecord {
  return {
    eventID: '7',
    eventName: 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'engine',
    dynamodb: {
      ApproximateCreationDateTime: new Date('2026-01-01T00:00:01.900Z'),
      Keys: { pk: { S: 'order' } },
      NewImage: {
        pk: { S: 'order' },
        n: { N: '1.50' },
        b: { B: BYTES },
        bs: { BS: [BYTES] },
        ss: { SS: ['a'] },
        list: { L: [{ B: BYTES }, { NULL: true }] },
        map: { M: { inner: { B: BYTES }, flag: { BOOL: false } } },
      },
      OldImage: { pk: { S: 'order' } },
      SequenceNumber: sequenceNumber,
      SizeBytes: 42,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    ...over,
  }
}

describe('a record for a function', () => {
  it('has the shape that Lambda gives it', () => {
    expect(toStreamRecord(engineRecord(), IDENTITY).event).toEqual({
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventName: 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      dynamodb: {
        ApproximateCreationDateTime: Date.UTC(2026, 0, 1) / 1000 + 1,
        Keys: { pk: { S: 'order' } },
        NewImage: {
          pk: { S: 'order' },
          n: { N: '1.50' },
          b: { B: 'AQL/' },
          bs: { BS: ['AQL/'] },
          ss: { SS: ['a'] },
          list: { L: [{ B: 'AQL/' }, { NULL: true }] },
          map: { M: { inner: { B: 'AQL/' }, flag: { BOOL: false } } },
        },
        OldImage: { pk: { S: 'order' } },
        SequenceNumber: '700000000000000000000',
        SizeBytes: 42,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: STREAM,
    })
  })

  it('has no image that the stream does not carry', () => {
    const { event } = toStreamRecord(
      engineRecord({ eventName: 'REMOVE', dynamodb: { Keys: { pk: { S: 'a' } }, SequenceNumber: '1' } }),
      IDENTITY,
    )
    expect(Object.keys(Object(event['dynamodb']))).not.toContain('NewImage')
    expect(Object.keys(Object(event['dynamodb']))).not.toContain('OldImage')
  })

  it('says who deleted an expired item', () => {
    const userIdentity = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' }
    expect(toStreamRecord(engineRecord({ userIdentity }), IDENTITY).event).toMatchObject({
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    })
  })

  it('knows its bytes as JSON text', () => {
    const { bytes, event } = toStreamRecord(engineRecord(), IDENTITY)
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(event)))
  })

  it('keeps its id when it is read again, and shares it with no other', () => {
    const id = (record: EngineRecord): unknown => toStreamRecord(record, IDENTITY).event['eventID']
    expect(id(engineRecord())).toBe(id(engineRecord()))
    expect(id(engineRecord())).not.toBe(id(engineRecord({}, '8')))
  })
})

describe('sequence numbers', () => {
  const sequence = (engineNumber: string): string =>
    toStreamRecord(engineRecord({}, engineNumber), IDENTITY).sequenceNumber

  it.each(['1', '9', '10', '123456789', '000000000000000000042'])('of %s have 21 to 40 digits', (number) => {
    expect(sequence(number)).toMatch(/^[1-9]\d{20,39}$/)
  })

  it('are in order as numbers, not as text', () => {
    expect(BigInt(sequence('9')) < BigInt(sequence('10'))).toBe(true)
    expect(sequence('9') < sequence('10')).toBe(false)
  })
})
