import type { StandardSchemaV1 } from '@standard-schema/spec'
import { defineEvent } from '../../lib/event/define-event.js'
import type { EventDefinition } from '../../lib/event/event-definition.js'

/** A definition that says no more than a test needs. */
export function definition(type: string, schema: StandardSchemaV1, version = 1): EventDefinition {
  return defineEvent(type, { version, aggregateType: 'Order', schema })
}
