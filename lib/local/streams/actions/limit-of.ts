import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'

/** The request's `Limit`, from 1 to the maximum, which is also the default. @throws AwsError ValidationException */
export function limitOf({ Limit: limit }: JsonRecord, maximum: number): number {
  if (limit === undefined) return maximum
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= maximum) return limit
  throw new AwsError(
    'ValidationException',
    `1 validation error detected: Value '${String(limit)}' at 'limit' failed to satisfy constraint: Member must have value between 1 and ${maximum}`,
  )
}
