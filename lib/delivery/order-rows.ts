import { aggregateKey, type PendingRow } from './pending-row.js'

/**
 * Sorts the rows of each aggregate by their sequence where every one of them has one: the stream promises no order
 * among the items of one transaction. Otherwise they stay in the order in which they are given. Each aggregate keeps the
 * places that its rows have in the list.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export function orderRows(rows: readonly PendingRow[]): PendingRow[] {
  const places = new Map<string, number[]>()
  for (const [place, row] of rows.entries()) {
    const key = aggregateKey(row)
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else known.push(place)
  }
  const ordered = [...rows]
  for (const own of places.values()) {
    if (own.length < 2) continue
    const sequenced = own.flatMap((place) => {
      const row = rows[place]
      return row?.sequence === undefined ? [] : [{ row, sequence: row.sequence }]
    })
    if (sequenced.length < own.length) continue
    sequenced.sort((a, b) => (a.sequence < b.sequence ? -1 : a.sequence > b.sequence ? 1 : 0))
    for (const [position, place] of own.entries()) {
      const entry = sequenced[position]
      if (entry !== undefined) ordered[place] = entry.row
    }
  }
  return ordered
}
