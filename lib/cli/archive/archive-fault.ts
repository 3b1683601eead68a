import { S3ServiceException } from '@aws-sdk/client-s3'
import { ReplayError } from '../../replay/replay-error.js'
import { CliError } from '../operate/cli-error.js'
import { isDenied } from '../operate/is-denied.js'

/** An error as the person can mend it: S3 names neither the bucket nor the permission, and ours say all there is. */
export function archiveFault(error: unknown, bucket: string | undefined): unknown {
  if (error instanceof ReplayError) return new CliError(error.message)
  if (!(error instanceof S3ServiceException) || bucket === undefined) return error
  if (isDenied(error))
    return new CliError(
      `You may not read the archive in bucket ${bucket}: have s3:ListBucket on it and s3:GetObject on its objects added to your role`,
    )
  if (error.name === 'NoSuchBucket')
    return new CliError(
      `There is no bucket ${bucket}: check --bucket and --region, or deploy the outbox's stack again`,
    )
  if (error.name === 'InvalidObjectState')
    return new CliError(
      `Objects of bucket ${bucket} are in a storage class that must be restored first: do that in the S3 console`,
    )
  return error
}
