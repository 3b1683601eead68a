import { expect } from 'vitest'
import type { WatchedCloud } from './watched-cloud.js'

/** The bus took the events of each aggregate in the order in which they were committed, judged by their first arrival. */
export function expectOrder({ writer, watch }: WatchedCloud): void {
  const places = new Map([...new Set(watch.accepted)].map((eventId, place) => [eventId, place]))
  const last = new Map<string, number>()
  const reversed = writer.written.filter(({ eventId, aggregateId }) => {
    const place = places.get(eventId) ?? Number.NaN
    const before = last.get(aggregateId) ?? -1
    last.set(aggregateId, Math.max(place, before))
    return !(place > before)
  })
  expect(reversed).toEqual([])
}
