import type { JsonRecord } from '../../record.js'
import { lowerFirst, optionalNumber } from '../api-input.js'
import { constraintError } from '../constraint-error.js'
import type { RetryPolicy } from './target.js'

/**
 * `RetryPolicy`; the default of both settings is their maximum.
 * @param member where it stands in the request, for the error
 * @throws AwsError ValidationException
 */
export function retryPolicy(input: JsonRecord, member: string): RetryPolicy {
  return {
    maximumRetryAttempts: within(input, 'MaximumRetryAttempts', 0, 185, member),
    maximumEventAgeInSeconds: within(input, 'MaximumEventAgeInSeconds', 60, 86_400, member),
  }
}

function within(input: JsonRecord, name: string, minimum: number, maximum: number, member: string): number {
  const value = optionalNumber(input, name) ?? maximum
  const path = `${member}.${lowerFirst(name)}`
  if (value < minimum)
    throw constraintError(path, `have value greater than or equal to ${minimum}`, `${value}`)
  if (value > maximum) throw constraintError(path, `have value less than or equal to ${maximum}`, `${value}`)
  return value
}
