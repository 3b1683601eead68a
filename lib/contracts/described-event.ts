import type { EventDefinition } from '../event/event-definition.js'

/** What a contract says of an event definition. */
export type DescribedEvent = Pick<EventDefinition, 'type' | 'version' | 'aggregateType' | 'schema'>
