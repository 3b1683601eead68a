import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import type { ArchivedEvent } from '../../lib/archive/archived-event.js'

export interface ArchivedObject {
  readonly key: string
  /** Its lines, as text. */
  readonly lines: readonly string[]
  readonly events: readonly ArchivedEvent[]
}

/** What is in a bucket. */
export async function archivedObjects(client: S3Client, bucket: string): Promise<ArchivedObject[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  return Promise.all(
    Contents.map(async ({ Key = '' }) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }))
      const text = gunzipSync((await Body?.transformToByteArray()) ?? Buffer.alloc(0)).toString('utf8')
      const lines = text.trimEnd().split('\n')
      return { key: Key, lines, events: lines.map((line) => JSON.parse(line) as ArchivedEvent) }
    }),
  )
}
