import type { _Record as SourceRecord } from '@aws-sdk/client-dynamodb-streams'
import { describe, expect, it } from 'vitest'
import { toStreamRecord } from '../../../lib/local/lambda/event-source-mapping/stream/to-stream-record.js'

const STREAM = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026-01-01T00:00:00.000'
const BYTES = new Uint8Array([1, 2, 255])

function sourceRecord(over: Partial<SourceRecord> = {}): SourceRecord {
  return {
    eventID: '0123456789abcdef0123456789abcdef',
    eventName: 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
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
      SequenceNumber: '700000000000000000000',
      SizeBytes: 42,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    ...over,
  }
}

describe('a record for a function', () => {
  it('has the shape that Lambda gives it', () => {
    expect(toStreamRecord(sourceRecord(), STREAM).event).toEqual({
      eventID: '0123456789abcdef0123456789abcdef',
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
      sourceRecord({ eventName: 'REMOVE', dynamodb: { Keys: { pk: { S: 'a' } }, SequenceNumber: '1' } }),
      STREAM,
    )
    expect(Object.keys(Object(event['dynamodb']))).not.toContain('NewImage')
    expect(Object.keys(Object(event['dynamodb']))).not.toContain('OldImage')
  })

  it('says who deleted an expired item', () => {
    const userIdentity = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' }
    expect(toStreamRecord(sourceRecord({ userIdentity }), STREAM).event).toMatchObject({
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    })
  })

  it('knows its bytes as JSON text', () => {
    const { bytes, event } = toStreamRecord(sourceRecord(), STREAM)
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(event)))
  })
})
