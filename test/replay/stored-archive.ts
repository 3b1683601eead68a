import { Readable } from 'node:stream'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { sdkStreamMixin } from '@smithy/core/serde'
import { mockClient } from 'aws-sdk-client-mock'

export interface StoredArchive {
  readonly client: S3Client
  /** Keys in the order in which they were read. */
  readonly reads: readonly string[]
  /** Where each list began. */
  readonly lists: readonly (string | undefined)[]
}

/**
 * A client of a bucket that holds these objects, and lists two of them per page.
 *
 * @param objects as they are when the client asks: they may change
 * @param writtenAt when objects were written, by their keys. ISO 8601
 */
export function storedArchive(
  objects: Readonly<Record<string, Uint8Array>>,
  writtenAt: Readonly<Record<string, string>> = {},
): StoredArchive {
  const client = new S3Client({ region: 'eu-west-1' })
  const reads: string[] = []
  const lists: (string | undefined)[] = []
  const stub = mockClient(client)
  stub.on(ListObjectsV2Command).callsFake(({ Prefix = '', StartAfter, ContinuationToken }) => {
    lists.push(ContinuationToken ?? StartAfter)
    const after: string = ContinuationToken ?? StartAfter ?? ''
    const rest = Object.keys(objects)
      .sort()
      .filter((key) => key.startsWith(Prefix) && key > after)
    const page = rest.slice(0, 2)
    return {
      Contents: page.map((Key) => ({
        Key,
        Size: objects[Key]?.length,
        LastModified: new Date(writtenAt[Key] ?? '2026-11-30T12:00:00Z'),
      })),
      ...(rest.length > 2 ? { IsTruncated: true, NextContinuationToken: page.at(-1) } : {}),
    }
  })
  stub.on(GetObjectCommand).callsFake(({ Key }) => {
    reads.push(Key)
    return { Body: sdkStreamMixin(Readable.from([objects[Key]])) }
  })
  return { client, reads, lists }
}
