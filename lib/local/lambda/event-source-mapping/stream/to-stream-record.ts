import type { _Record as SourceRecord } from '@aws-sdk/client-dynamodb-streams'
import { wireItem } from '../../../streams/wire-item.js'
import type { StreamRecord } from './stream-record.js'

/**
 * A record of the Streams API in the form in which Lambda gives it to a function.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function toStreamRecord(source: SourceRecord, eventSourceArn: string): StreamRecord {
  const { dynamodb = {}, eventID, eventName, eventVersion, eventSource, awsRegion, userIdentity } = source
  const { SequenceNumber: sequenceNumber = '' } = dynamodb
  const seconds = Math.floor((dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1000)
  const event = {
    eventID,
    eventName,
    eventVersion,
    eventSource,
    awsRegion,
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
  return {
    sequenceNumber,
    createdAt: seconds * 1000,
    itemKeys: dynamodb.Keys ?? {},
    event,
    bytes: Buffer.byteLength(JSON.stringify(event)),
  }
}

function images(
  given: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, image]) => (image === undefined ? [] : [[name, wireItem(image)]])),
  )
}
