import { page } from '../events/page.js'
import type { JsonRecord } from '../record.js'

/** The part of a list that a List… request asks for. Its `MaxResults` (1 to 100) stands in the query, as text. */
export function schedulerPage<T>(
  items: readonly T[],
  { MaxResults, NextToken }: JsonRecord,
): { readonly items: readonly T[]; readonly next: JsonRecord } {
  return page(items, { ...(MaxResults !== undefined && { Limit: Number(MaxResults) }), NextToken })
}
