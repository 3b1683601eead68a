import { positionOf } from './position-of.js'
import type { Metadata } from './read-message.js'

/**
 * The items in the order of their aggregate's history: those that say where they stand, in the places that they have
 * together; those that do not stay where they are.
 */
export function inOrder<Item>(items: readonly Item[], metadataOf: (item: Item) => Metadata): Item[] {
  const placed = items.flatMap((item) => {
    const position = positionOf(metadataOf(item))
    return position === undefined ? [] : [{ item, position }]
  })
  placed.sort((a, b) => a.position.version - b.position.version || a.position.index - b.position.index)
  let next = 0
  return items.map((item) => {
    if (positionOf(metadataOf(item)) === undefined) return item
    const { item: sorted = item } = placed[next] ?? {}
    next += 1
    return sorted
  })
}
