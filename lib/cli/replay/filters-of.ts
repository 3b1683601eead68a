import { idTime } from '../../replay/id-time.js'
import type { ReplayFilters } from '../../replay/replay-filters.js'
import type { FilterOptions } from './filter-options.js'

/** An id is made within moments of the time that its event tells. Milliseconds. */
const AROUND = 60_000

/** The flags as filters. The time of an event that is named is in its id, so that few objects need be read. */
export function filtersOf(options: FilterOptions): ReplayFilters {
  const { since, until, type, aggregate, context, event } = options
  const range =
    event !== undefined && since === undefined && until === undefined
      ? aroundId(event)
      : { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
  return {
    ...range,
    ...(type === undefined ? {} : { eventTypes: type }),
    ...(aggregate === undefined ? {} : { aggregate }),
    ...(context === undefined ? {} : { context }),
    ...(event === undefined ? {} : { eventId: event }),
  }
}

function aroundId(eventId: string): Pick<ReplayFilters, 'since' | 'until'> {
  const time = idTime(eventId)
  if (time === undefined) return {}
  const at = (milliseconds: number): string => new Date(milliseconds).toISOString()
  return { since: at(time - AROUND), until: at(time + AROUND) }
}
