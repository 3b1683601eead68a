import { optionalString, requiredString } from '../events/api-input.js'
import { constraintError } from '../events/constraint-error.js'
import type { JsonRecord } from '../record.js'
import { DEFAULT_GROUP } from './schedules.js'

const NAME = /^[0-9a-zA-Z\-_.]{1,64}$/

/** `Name` of a request, checked. @throws AwsError ValidationException */
export function requiredName(input: JsonRecord): string {
  return checked(requiredString(input, 'Name'), 'name')
}

/** `GroupName` of a request, checked. @throws AwsError ValidationException */
export function groupName(input: JsonRecord): string {
  return checked(optionalString(input, 'GroupName') ?? DEFAULT_GROUP, 'groupName')
}

function checked(name: string, member: string): string {
  if (NAME.test(name)) return name
  throw constraintError(member, 'satisfy regular expression pattern: ^[0-9a-zA-Z-_.]+$', name)
}
