import { AwsError } from '../../../aws-error.js'
import type { JsonRecord } from '../../../record.js'

const NAME = /^(arn:aws[\w-]*:dynamodb:[\w-]*:\d*:table\/)?[\w.-]{1,255}$/

/**
 * A table's name or ARN: without one there is nothing that IAM could be asked about.
 * @throws AwsError ValidationException
 */
export function tableName({ TableName: name }: JsonRecord): string {
  if (typeof name === 'string' && NAME.test(name)) return name
  throw new AwsError(
    'ValidationException',
    name === undefined || name === null
      ? "The parameter 'TableName' is required but was not present in the request"
      : 'Expected `TableName` to be a name of 1 to 255 letters, digits, `_`, `-` and `.`, or the ARN of a table',
  )
}
