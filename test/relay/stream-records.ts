import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'

export type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>

/** A record of the stream as Lambda passes it on. */
export function streamRecord(
  item: Readonly<Record<string, unknown>>,
  sequenceNumber: string,
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE' = 'INSERT',
): DynamoDBRecord {
  const image = marshall(item, { removeUndefinedValues: true }) as Image
  const Keys: Image = {}
  for (const name of ['pk', 'sk']) if (image[name] !== undefined) Keys[name] = image[name]
  return {
    eventID: sequenceNumber,
    eventName,
    eventSource: 'aws:dynamodb',
    dynamodb: {
      Keys,
      SequenceNumber: sequenceNumber,
      StreamViewType: 'NEW_IMAGE',
      ...(eventName === 'REMOVE' ? {} : { NewImage: image }),
    },
  }
}
