import { AwsError } from '../aws-error.js'

/** The code of whatever is wrong with a request to CloudFormation. */
export function validationError(message: string): AwsError {
  return new AwsError('ValidationError', message)
}
