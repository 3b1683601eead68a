import { AwsError } from '../../aws-error.js'

/** What an iterator points at is older than 24 hours. */
export function trimmed(): AwsError {
  return new AwsError(
    'TrimmedDataAccessException',
    'The operation attempted to read past the oldest stream record in a shard.',
  )
}
