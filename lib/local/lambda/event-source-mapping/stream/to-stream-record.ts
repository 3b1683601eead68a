import { createHash } from 'node:crypto'
import type { _Record as SourceRecord } from '@aws-sdk/client-dynamodb-streams'
import type { StreamRecord } from './stream-record.js'

export interface StreamIdentity {
  readonly eventSourceArn: string
  readonly region: string
}

/**
 * AWS's sequence numbers have 21 to 40 digits; the engines count from 1. These keep the engine's order as numbers, and
 * get longer as it counts on: code that compares them as text fails here as it does there.
 */
const SEQUENCE_UNIT = 10n ** 20n

/**
 * A record of the engine in the form in which Lambda gives it to a function.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function toStreamRecord(
  source: SourceRecord,
  { eventSourceArn, region }: StreamIdentity,
): StreamRecord {
  const { dynamodb = {}, eventName, userIdentity } = source
  const sequenceNumber = String(BigInt(dynamodb.SequenceNumber ?? '0') * SEQUENCE_UNIT)
  const seconds = Math.floor((dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1000)
  const event = {
    eventID: createHash('md5').update(`${eventSourceArn} ${sequenceNumber}`).digest('hex'),
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: seconds,
      ...images({ Keys: dynamodb.Keys, NewImage: dynamodb.NewImage, OldImage: dynamodb.OldImage }),
      SequenceNumber: sequenceNumber,
      SizeBytes: dynamodb.SizeBytes,
      StreamViewType: dynamodb.StreamViewType,
    },
    ...(userIdentity === undefined
      ? {}
      : { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } }),
    eventSourceARN: eventSourceArn,
  }
  return { sequenceNumber, createdAt: seconds * 1000, event, bytes: Buffer.byteLength(JSON.stringify(event)) }
}

function images(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, image]) => image !== undefined)
      .map(([name, image]) => [name, inJson(image)]),
  )
}

/** Binary values are base64 text. */
function inJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(inJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, inJson(entry)]))
}
