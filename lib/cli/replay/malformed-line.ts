import type { SourceItem } from '../../replay/source-item.js'

/** For people: where no event is, and why. */
export function malformedLine({ place, reason }: Extract<SourceItem, { kind: 'malformed' }>): string {
  return `malformed  ${place}: ${reason}`
}
