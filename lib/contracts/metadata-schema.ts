import type { DescribedEvent } from './described-event.js'
import type { JsonSchema } from './json-schema.js'

const text = (description: string): JsonSchema => ({ type: 'string', minLength: 1, description })
const count = (description: string, minimum: number): JsonSchema => ({
  type: 'integer',
  minimum,
  description,
})

/** The envelope that the outbox puts around the data of an event, as `lib/event/detail.ts` writes it. */
export function metadataSchema({ type, version, aggregateType }: DescribedEvent): JsonSchema {
  return {
    type: 'object',
    description:
      'What the outbox says of the event. Later versions of it may add members: ignore what you do not know.',
    properties: {
      eventId: text('UUIDv7, the same at every redelivery: deduplicate by it.'),
      eventType: { const: type, type: 'string', description: 'The same as detail-type.' },
      schemaVersion: { const: version, type: 'integer', description: 'Version of the shape of data.' },
      aggregateType: {
        const: aggregateType,
        type: 'string',
        description: 'The kind of thing the event is about.',
      },
      aggregateId: text('Which one it is about.'),
      aggregateVersion: count('Its version after the change. Absent when the writer claims no order.', 0),
      eventIndex: count('Position among the events of one transaction for the same aggregate, from 0.', 0),
      eventCount: count('Number of events of that transaction for the same aggregate.', 1),
      occurredAt: {
        type: 'string',
        format: 'date-time',
        description: 'When the event was made: ISO 8601, UTC, milliseconds.',
      },
      correlationId: text('What the whole chain of events belongs to.'),
      causationId: { type: 'string', description: 'The event or command that caused this one.' },
      traceparent: { type: 'string', description: 'W3C trace context.' },
      context: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Small facts, such as the tenant.',
      },
      contextSignature: { type: 'string', description: 'By which the writer vouches for the context.' },
    },
    required: [
      'aggregateId',
      'aggregateType',
      'correlationId',
      'eventCount',
      'eventId',
      'eventIndex',
      'eventType',
      'occurredAt',
      'schemaVersion',
    ],
  }
}
