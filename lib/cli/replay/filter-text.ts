import type { ReplayFilters } from '../../replay/replay-filters.js'

/** The filters for people. */
export function filterText(filters: ReplayFilters): string {
  const { since, until, eventTypes, aggregate, context, eventId } = filters
  const parts = [
    ...(since === undefined ? [] : [`since ${since}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(eventTypes === undefined ? [] : [`of type ${eventTypes.join(' or ')}`]),
    ...(aggregate === undefined ? [] : [`of ${aggregate.aggregateType}/${aggregate.aggregateId}`]),
    ...(context === undefined
      ? []
      : [
          `with ${Object.entries(context)
            .map(([key, value]) => `${key}=${value}`)
            .join(' and ')}`,
        ]),
    ...(eventId === undefined ? [] : [`with the id ${eventId}`]),
  ]
  return parts.length === 0 ? 'all of them' : parts.join(', ')
}
