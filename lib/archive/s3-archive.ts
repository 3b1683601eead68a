import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Archive } from './archive.js'
import { objectKey } from './object-key.js'

interface S3ArchiveOptions {
  readonly client: S3Client
  readonly bucketName: string
  readonly outboxName: string
}

const compress = promisify(gzip)

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
    const { client, bucketName, outboxName } = this.#options
    await client.send(
      new PutObjectCommand({
        Bucket: bucketName,
        Key: objectKey(outboxName, hour),
        Body: await compress(lines),
        // Not as an encoding: a client that undoes it by itself would meet a name that says gzip.
        ContentType: 'application/gzip',
      }),
    )
  }
}
