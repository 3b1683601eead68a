import { AwsError } from '../../aws-error.js'
import { pageOf } from '../../paging/page-of.js'
import { pageStart } from '../../paging/page-token.js'
import type { JsonRecord } from '../../record.js'
import { optionalInteger, optionalText } from '../properties.js'

/** Lambda takes larger numbers and answers with less. */
const PAGE_MAXIMUM = 50
const MAXIMUM_ITEMS = 10_000

/** The part of a list that a List… request asks for, by `MaxItems` and `Marker`. */
export function markerPage<Item>(
  items: readonly Item[],
  input: JsonRecord,
): { readonly items: readonly Item[]; readonly next: JsonRecord } {
  const limit = optionalInteger(input, 'MaxItems', { minimum: 1, maximum: MAXIMUM_ITEMS }) ?? PAGE_MAXIMUM
  const start = pageStart(optionalText(input, 'Marker'))
  if (start === undefined) throw new AwsError('InvalidParameterValueException', 'Invalid Marker.')
  const { items: shown, next } = pageOf(items, start, Math.min(limit, PAGE_MAXIMUM))
  return { items: shown, next: next === undefined ? {} : { NextMarker: next } }
}
