import { isPlainObject } from '../event/is-plain-object.js'
import type { IndexEntry } from '../store/owner-index.js'
import type { Gap } from './archiver-race.js'
import { ReplayError } from './replay-error.js'

/** How far a replay of a range is: its parts come one after the other. */
export type RangePlace =
  /** What the archive had when it began; `at` is the archive's position. */
  | { readonly part: 'archive'; readonly at: string }
  | { readonly part: 'rows'; readonly entry: IndexEntry; readonly gaps: readonly Gap[] }
  /** What was archived meanwhile. */
  | { readonly part: 'late'; readonly at: string; readonly gaps: readonly Gap[] }

/** As a position. */
export function rangePlaceText(place: RangePlace): string {
  return JSON.stringify(place)
}

/** @throws ReplayError when the text is no such position */
export function rangePlace(position: string): RangePlace {
  const place = parsed(position)
  if (!isRangePlace(place))
    throw new ReplayError('The position that was noted is none of a replay of a range')
  return place
}

function isRangePlace(value: unknown): value is RangePlace {
  if (!isPlainObject(value)) return false
  const { part, at, entry, gaps } = value
  if (part === 'archive') return typeof at === 'string'
  if (!Array.isArray(gaps) || !gaps.every(isGap)) return false
  return (part === 'late' && typeof at === 'string') || (part === 'rows' && isEntry(entry))
}

function isGap(value: unknown): boolean {
  return isPlainObject(value) && typeof value['from'] === 'number' && typeof value['to'] === 'number'
}

function isEntry(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const { key, shard, due } = value
  if (!isPlainObject(key) || typeof shard !== 'string' || typeof due !== 'string') return false
  return typeof key['partition'] === 'string' && ['string', 'undefined'].includes(typeof key['sort'])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
