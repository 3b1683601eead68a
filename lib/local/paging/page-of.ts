import { pageToken } from './page-token.js'

export interface Page<Item> {
  readonly items: readonly Item[]
  /** For the next page; absent on the last one. */
  readonly next: string | undefined
}

/** The part of a list from a position on. */
export function pageOf<Item>(items: readonly Item[], start: number, limit: number): Page<Item> {
  const end = start + limit
  return { items: items.slice(start, end), next: end < items.length ? pageToken(end) : undefined }
}
