import { S3Client } from '@aws-sdk/client-s3'
import type { AwsClients } from '../operate/aws-clients.js'

/** For the archive's bucket. */
export function archiveClient({ settings }: AwsClients): S3Client {
  // At an address of one's own there is no name for each bucket.
  return new S3Client({ ...settings, ...(settings.endpoint === undefined ? {} : { forcePathStyle: true }) })
}
