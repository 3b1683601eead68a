import type { ObservedInvocation } from '../../scripts/chaos/observations.js'

interface Given {
  readonly begin?: number
  readonly end?: number
  readonly killed?: boolean
  readonly accepted: Readonly<Record<string, number>>
  readonly unanswered?: Readonly<Record<string, number>>
  readonly markTried?: readonly string[]
  readonly marked?: readonly string[]
}

/** One that ran by itself and marked nothing, unless said otherwise. */
export function anInvocation(given: Given): ObservedInvocation {
  const { begin = 1, end = begin + 1, killed = false } = given
  const { accepted, unanswered = {}, markTried = given.marked ?? [], marked = [] } = given
  return {
    begin,
    end,
    killed,
    accepted: new Map(Object.entries(accepted)),
    unanswered: new Map(Object.entries(unanswered)),
    markTried: new Set(markTried),
    marked: new Set(marked),
  }
}
