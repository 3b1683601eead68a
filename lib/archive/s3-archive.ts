import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Archive } from './archive.js'
import { objectKey } from './object-key.js'

interface S3ArchiveOptions {
  readonly client: S3Client
  readonly bucketName: string
  /** The account that owns it: a bucket of that name in another one gets nothing. */
  readonly bucketOwner: string
  readonly outboxName: string
}

const compress = promisify(gzip)
/** The fastest: the sweep's time is dearer than what a better one saves. */
const LEVEL = 1

/**
 * A gzip object in a bucket for each write. S3 answers once the object is stored.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 */
export class S3Archive implements Archive {
  readonly #options: S3ArchiveOptions

  constructor(options: S3ArchiveOptions) {
    this.#options = options
  }

  async write(hour: string, lines: Buffer): Promise<void> {
    const { client, bucketName, bucketOwner, outboxName } = this.#options
    await client.send(
      new PutObjectCommand({
        Bucket: bucketName,
        // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-owner-condition.html
        ExpectedBucketOwner: bucketOwner,
        Key: objectKey(outboxName, hour),
        Body: await compress(lines, { level: LEVEL }),
        // Not as an encoding: a client that undoes it by itself would meet a name that says gzip.
        ContentType: 'application/gzip',
      }),
    )
  }
}
