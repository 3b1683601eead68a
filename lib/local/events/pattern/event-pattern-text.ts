import { AwsError } from '../../aws-error.js'
import type { JsonRecord } from '../../record.js'
import { optionalString } from '../api-input.js'

/** "Event pattern: 2,048 characters", the default quota. */
const MAX_CHARACTERS = 2048

/**
 * The member `EventPattern` of a request.
 * @param owner for the error: `rule orders`
 * @throws AwsError LimitExceededException
 */
export function eventPatternText(input: JsonRecord, owner: string): string | undefined {
  const text = optionalString(input, 'EventPattern')
  if (text === undefined || text.length <= MAX_CHARACTERS) return text
  throw new AwsError(
    'LimitExceededException',
    `The EventPattern of ${owner} has ${text.length} characters; the quota is ${MAX_CHARACTERS}.`,
  )
}
