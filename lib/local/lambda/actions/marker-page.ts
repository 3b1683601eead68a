import { AwsError } from '../../aws-error.js'
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
  const start = startOf(optionalText(input, 'Marker'))
  const end = start + Math.min(limit, PAGE_MAXIMUM)
  const next = end < items.length ? { NextMarker: Buffer.from(`item:${end}`).toString('base64') } : {}
  return { items: items.slice(start, end), next }
}

function startOf(marker: string | undefined): number {
  if (marker === undefined) return 0
  const start = /^item:(\d+)$/.exec(Buffer.from(marker, 'base64').toString())?.[1]
  if (start === undefined) throw new AwsError('InvalidParameterValueException', 'Invalid Marker.')
  return Number(start)
}
