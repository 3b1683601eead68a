import { AwsError } from '../aws-error.js'
import { pageOf } from '../paging/page-of.js'
import { pageStart } from '../paging/page-token.js'
import type { JsonRecord } from '../record.js'
import { optionalNumber, optionalString } from './api-input.js'
import { constraintError } from './constraint-error.js'

/** The part of a list that a List… request asks for, by `Limit` (1 to 100) and `NextToken`. */
export function page<T>(
  items: readonly T[],
  input: JsonRecord,
): { readonly items: readonly T[]; readonly next: JsonRecord } {
  const limit = optionalNumber(input, 'Limit') ?? 100
  if (!Number.isInteger(limit) || limit < 1) {
    throw constraintError('limit', 'have value greater than or equal to 1', String(limit))
  }
  if (limit > 100) throw constraintError('limit', 'have value less than or equal to 100', String(limit))
  const start = pageStart(optionalString(input, 'NextToken'))
  if (start === undefined) throw new AwsError('ValidationException', 'Parameter NextToken is not valid.')
  const { items: shown, next } = pageOf(items, start, limit)
  return { items: shown, next: next === undefined ? {} : { NextToken: next } }
}
