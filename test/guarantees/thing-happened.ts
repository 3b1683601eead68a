import { defineEvent, type EventDefinition } from 'serverless-outbox'
import { z } from 'zod'

const schema = z.object({ text: z.string() })

/** An event about nothing in particular. */
export const thingHappened: EventDefinition<'ThingHappened', typeof schema> = defineEvent('ThingHappened', {
  version: 1,
  aggregateType: 'Thing',
  schema,
})
