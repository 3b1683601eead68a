import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { archivePrefix } from '../archive/archive-prefix.js'
import { hourPrefix } from '../archive/object-key.js'
import type { ArchiveObject } from './archive-object.js'

/** Where an outbox's archive is. */
export interface ArchivePlace {
  readonly bucket: string
  readonly outboxName: string
}

/** Of events' times: ISO 8601, UTC. */
export interface TimeRange {
  readonly since?: string
  /** Not included. */
  readonly until?: string
}

const OBJECT = /^date=(\d{4}-\d\d-\d\d)\/hour=(\d\d)\/[^/]+\.ndjson\.gz$/

/**
 * The objects that may hold events of the range, hour by hour, and within an hour by when they were written. One list
 * request per thousand: keys sort by time. Whatever else is in the bucket is passed over.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 *
 * @throws the SDK's error
 */
export async function* archiveObjects(
  client: S3Client,
  { bucket, outboxName }: ArchivePlace,
  { since, until }: TimeRange,
): AsyncGenerator<ArchiveObject, void, undefined> {
  const prefix = archivePrefix(outboxName)
  const pages = paginateListObjectsV2(
    { client },
    {
      Bucket: bucket,
      Prefix: prefix,
      ...(since === undefined ? {} : { StartAfter: hourPrefix(outboxName, since) }),
    },
  )
  for await (const { Contents = [] } of pages)
    for (const { Key = '', Size = 0, LastModified } of Contents) {
      const [, date, hourOfDay] = OBJECT.exec(Key.slice(prefix.length)) ?? []
      if (date === undefined || hourOfDay === undefined) continue
      const hour = `${date}T${hourOfDay}`
      if (until !== undefined && Date.parse(`${hour}:00:00Z`) >= Date.parse(until)) return
      yield { key: Key, hour, bytes: Size, writtenAt: LastModified?.toISOString() ?? '' }
    }
}
