import { AwsError } from '../aws-error.js'

/**
 * The error of a request that breaks a constraint of the API model; it fails the whole request. AWS repeats the
 * offending value; give it only where it can be no payload.
 */
export function constraintError(member: string, rule: string, value?: string): AwsError {
  const shown = value === undefined ? 'null' : `'${value}'`
  return new AwsError(
    'ValidationException',
    `1 validation error detected: Value ${shown} at '${member}' failed to satisfy constraint: Member must ${rule}`,
  )
}
