import type { JsonRecord } from '../record.js'
import { validationError } from './validation-error.js'

/** @throws AwsError ValidationError */
export function optionalText(input: JsonRecord, name: string): string | undefined {
  const value = input[name]
  if (value === undefined || typeof value === 'string') return value
  throw validationError(`Expected \`${name}\` to be text, got \`${JSON.stringify(value)}\` (${typeof value})`)
}

/** @throws AwsError ValidationError */
export function requiredText(input: JsonRecord, name: string): string {
  const value = optionalText(input, name)
  if (value !== undefined && value !== '') return value
  throw validationError(
    `Expected \`${name}\` to be text that is not empty, got \`${value}\` (${typeof value})`,
  )
}

/** Empty when the member is absent; an empty list comes as empty text. @throws AwsError ValidationError */
export function textList(input: JsonRecord, name: string): readonly string[] {
  const value = input[name]
  if (value === undefined || value === '') return []
  if (Array.isArray(value)) return value.map(String)
  throw validationError(
    `Expected \`${name}\` to be a list, got \`${JSON.stringify(value)}\` (${typeof value})`,
  )
}
