import type { RowIdentity } from '../store/row-key.js'
import { idTime } from './id-time.js'
import type { ReplayFilters } from './replay-filters.js'

/** Between the time in an id and the one that its event tells, whosever clocks they are by. Milliseconds. */
const SLACK: number = 10 * 60_000

/** Whether the event may be meant, as far as its row's key tells: whoever has the row asks `isChosen`. */
export function mayBeChosen(
  { aggregateType, aggregateId, eventId }: RowIdentity,
  { since, until, aggregate, eventId: wanted }: ReplayFilters,
): boolean {
  if (wanted !== undefined && eventId !== wanted) return false
  if (
    aggregate !== undefined &&
    (aggregateType !== aggregate.aggregateType || aggregateId !== aggregate.aggregateId)
  )
    return false
  const time = idTime(eventId)
  if (time === undefined) return true
  return (
    (since === undefined || time >= Date.parse(since) - SLACK) &&
    (until === undefined || time < Date.parse(until) + SLACK)
  )
}
