import { AwsError } from '../aws-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import { constraintError } from './constraint-error.js'

/** Reads one member of a request; a member of the wrong JSON type fails as AWS's own parser does. */

export function optionalString(input: JsonRecord, name: string): string | undefined {
  const value = input[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw wrongType(name, 'a string', value)
}

export function requiredString(input: JsonRecord, name: string): string {
  const value = optionalString(input, name)
  if (value === undefined) throw constraintError(lowerFirst(name), 'not be null')
  return value
}

export function optionalNumber(input: JsonRecord, name: string): number | undefined {
  const value = input[name] ?? undefined
  if (value === undefined || typeof value === 'number') return value
  throw wrongType(name, 'a number', value)
}

export function optionalRecord(input: JsonRecord, name: string): JsonRecord | undefined {
  const value = input[name] ?? undefined
  if (value === undefined || isRecord(value)) return value
  throw wrongType(name, 'an object', value)
}

export function optionalList(input: JsonRecord, name: string): readonly unknown[] | undefined {
  const value: unknown = input[name] ?? undefined
  if (value === undefined || Array.isArray(value)) return value
  throw wrongType(name, 'a list', value)
}

export function requiredList(input: JsonRecord, name: string): readonly unknown[] {
  const value = optionalList(input, name)
  if (value === undefined) throw constraintError(lowerFirst(name), 'not be null')
  return value
}

/** A list whose elements are all objects. */
export function requiredRecords(input: JsonRecord, name: string): readonly JsonRecord[] {
  return requiredList(input, name).map((element) => {
    if (isRecord(element)) return element
    throw wrongType(`${name}[]`, 'an object', element)
  })
}

/** A list whose elements are all strings. */
export function requiredStrings(input: JsonRecord, name: string): readonly string[] {
  return requiredList(input, name).map((element) => {
    if (typeof element === 'string') return element
    throw wrongType(`${name}[]`, 'a string', element)
  })
}

/** Members are shown in error messages as the API model spells them: `eventBusName`. */
export function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

function wrongType(name: string, expected: string, value: unknown): AwsError {
  return new AwsError(
    'SerializationException',
    `Expected \`${name}\` to be ${expected}, got a value of type ${Array.isArray(value) ? 'list' : typeof value}`,
  )
}
