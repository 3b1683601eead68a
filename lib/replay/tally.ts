import { isChosen } from './is-chosen.js'
import type { ReplayFilters } from './replay-filters.js'
import type { ReplayedEvent } from './replayed-event.js'
import type { ReplaySource, SourceItem } from './source-item.js'

/** What a replay would send. */
export interface Tally {
  readonly events: number
  /** Events by type, sorted by name. */
  readonly byType: Readonly<Record<string, number>>
  /** The earliest and the latest by `occurredAt`; null when there is none. */
  readonly first: TalliedEvent | null
  readonly last: TalliedEvent | null
  readonly malformed: number
  readonly duplicates: number
  readonly unpublished: number
}

export interface TalliedEvent {
  readonly eventId: string
  /** ISO 8601, UTC. */
  readonly occurredAt: string
}

export interface TallyOptions {
  readonly source: ReplaySource
  readonly filters: ReplayFilters
  /** Told of the position of each event that would be sent. */
  readonly onEvent?: (position: string) => void
  readonly onMalformed: (item: Extract<SourceItem, { kind: 'malformed' }>) => void
  readonly isInterrupted: () => boolean
}

/** Counts without sending; undefined when it was interrupted. @throws what the source throws */
export async function tally(options: TallyOptions): Promise<Tally | undefined> {
  const byType = new Map<string, number>()
  const counts = { event: 0, malformed: 0, duplicate: 0, unpublished: 0, passed: 0 }
  let first: TalliedEvent | null = null
  let last: TalliedEvent | null = null
  for await (const item of options.source.read()) {
    if (options.isInterrupted()) return undefined
    if (item.kind === 'malformed') options.onMalformed(item)
    if (item.kind !== 'event') {
      counts[item.kind] += 1
      continue
    }
    if (!isChosen(item.event, options.filters)) continue
    const { eventType } = item.event
    options.onEvent?.(item.position)
    counts.event += 1
    byType.set(eventType, (byType.get(eventType) ?? 0) + 1)
    if (isBefore(item.event, first)) first = shown(item.event)
    if (last === null || !isBefore(item.event, last)) last = shown(item.event)
  }
  return {
    events: counts.event,
    byType: Object.fromEntries([...byType].sort(([a], [b]) => (a < b ? -1 : 1))),
    first,
    last,
    malformed: counts.malformed,
    duplicates: counts.duplicate,
    unpublished: counts.unpublished,
  }
}

function isBefore({ occurredAt }: ReplayedEvent, other: TalliedEvent | null): boolean {
  return other === null || Date.parse(occurredAt) < Date.parse(other.occurredAt)
}

function shown({ eventId, occurredAt }: ReplayedEvent): TalliedEvent {
  return { eventId, occurredAt }
}
