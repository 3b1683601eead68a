import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import type { EventDefinition } from '../../lib/event/event-definition.js'

const schema = z.any()

/** A schema that lets everything through, so that only this library's own rules are at work. */
export const anythingGoes: EventDefinition<'AnythingGoes', typeof schema> = defineEvent('AnythingGoes', {
  version: 3,
  aggregateType: 'Thing',
  schema,
})
