import type { BusEvent, LocalCloud } from 'serverless-outbox/local'

/** What the buses accepted of the outbox's events; its own heartbeats are none. */
export function published(cloud: Pick<LocalCloud, 'events'>): readonly BusEvent[] {
  return cloud.events().filter(({ envelope }) => envelope['source'] === 'guarantees')
}
