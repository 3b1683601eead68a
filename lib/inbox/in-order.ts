import { positionOf } from './position-of.js'
import type { Metadata } from './read-message.js'

/** As the aggregate's history has it, where both say; otherwise they stay as they came (the sort is stable). */
export function inOrder(a: Metadata, b: Metadata): number {
  const [left, right] = [positionOf(a), positionOf(b)]
  if (left === undefined || right === undefined) return 0
  return left.version - right.version || left.index - right.index
}
