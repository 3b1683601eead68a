import { createHash } from 'node:crypto'
import type { JsonRecord } from '../record.js'
import { itemBytes } from './item-bytes.js'
import type { ItemChange } from './item-change.js'

export type StreamViewType = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'

export interface RecordPlace {
  readonly streamArn: string
  readonly region: string
  readonly viewType: StreamViewType
  readonly sequenceNumber: bigint
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/**
 * A change as the Streams API gives it, in JSON.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html
 */
export function streamRecord(change: ItemChange, place: RecordPlace): JsonRecord {
  const { eventName, keys, byTimeToLive } = change
  const { streamArn, region, viewType, sequenceNumber, createdAt } = place
  const images = imagesOf(change, viewType)
  return {
    eventID: createHash('md5').update(`${streamArn} ${sequenceNumber}`).digest('hex'),
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: createdAt / 1000,
      Keys: keys,
      ...images,
      SequenceNumber: String(sequenceNumber),
      SizeBytes: [keys, ...Object.values(images)].reduce((sum, image) => sum + itemBytes(image), 0),
      StreamViewType: viewType,
    },
    ...(byTimeToLive === true
      ? { userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' } }
      : {}),
  }
}

function imagesOf(
  { newImage, oldImage }: ItemChange,
  viewType: StreamViewType,
): Readonly<Record<string, JsonRecord>> {
  const hasNew = viewType === 'NEW_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES'
  const hasOld = viewType === 'OLD_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES'
  return {
    ...(hasNew && newImage !== undefined ? { NewImage: newImage } : {}),
    ...(hasOld && oldImage !== undefined ? { OldImage: oldImage } : {}),
  }
}
