import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'

/** A body that breaks off is no answer that the SDK would repeat. */
const TRIES = 3

/**
 * The object's bytes, still packed: a few megabytes. All of them at once, for S3 cuts the connection of whoever reads as
 * slowly as events are sent.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 *
 * @throws the SDK's error
 */
export async function readObject(client: S3Client, bucket: string, key: string): Promise<Uint8Array> {
  for (let tries = 1; ; tries += 1) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    try {
      return (await Body?.transformToByteArray()) ?? new Uint8Array()
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}
