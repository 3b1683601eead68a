import { AwsError } from '../../aws-error.js'

/** What Lambda says when a function exists and the part of it that was asked for does not. */
export function notFound(message = 'The resource you requested does not exist.'): AwsError {
  return new AwsError('ResourceNotFoundException', message, 404)
}
