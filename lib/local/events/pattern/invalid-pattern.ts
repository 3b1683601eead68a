import { AwsError } from '../../aws-error.js'

/**
 * The error of a pattern that EventBridge refuses. AWS appends the place in the source (`at [Source: …]`), which
 * holds the whole pattern and is left out here.
 */
export function invalidPattern(reason: string): AwsError {
  return new AwsError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`)
}
