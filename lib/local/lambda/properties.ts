import { AwsError } from '../aws-error.js'
import { isRecord, type JsonRecord } from '../record.js'

export interface IntegerRule {
  readonly minimum: number
  readonly maximum: number
  /** An allowed value outside the range, for example -1 for "no limit". */
  readonly also?: number
}

/** CloudFormation allows a number to be written as text. */
export function optionalInteger(properties: JsonRecord, name: string, rule: IntegerRule): number | undefined {
  const value = properties[name]
  if (value === undefined) return undefined
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  const { minimum, maximum, also } = rule
  if (typeof number === 'number' && Number.isInteger(number)) {
    if ((number >= minimum && number <= maximum) || number === also) return number
  }
  const range = `an integer from ${minimum} to ${maximum}${also === undefined ? '' : `, or ${also}`}`
  throw invalidProperty(name, range, value)
}

/** CloudFormation allows a boolean to be written as text. */
export function optionalBoolean(properties: JsonRecord, name: string): boolean | undefined {
  const value = properties[name]
  if (value === undefined) return undefined
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw invalidProperty(name, 'true or false', value)
}

export function optionalText(properties: JsonRecord, name: string): string | undefined {
  const value = properties[name]
  if (value === undefined || typeof value === 'string') return value
  throw invalidProperty(name, 'text', value)
}

export function requiredText(properties: JsonRecord, name: string): string {
  const value = optionalText(properties, name)
  if (value === undefined || value === '') throw invalidProperty(name, 'text that is not empty', value)
  return value
}

/** An object, empty when the property is absent. */
export function optionalRecord(properties: JsonRecord, name: string): JsonRecord {
  const value = properties[name]
  if (value === undefined) return {}
  if (isRecord(value)) return value
  throw invalidProperty(name, 'an object', value)
}

/** A list, empty when the property is absent. */
export function optionalList(properties: JsonRecord, name: string): readonly unknown[] {
  const value = properties[name]
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw invalidProperty(name, 'a list', value)
}

export function invalidProperty(name: string, rule: string, value: unknown): AwsError {
  return new AwsError(
    'InvalidParameterValueException',
    `Expected \`${name}\` to be ${rule}, got \`${JSON.stringify(value)}\` (${typeof value})`,
  )
}
