import type { StandardSchemaV1 } from '@standard-schema/spec'
import { uuidv7 } from 'uuidv7'
import { assertDefinition } from './assert-definition.js'
import { assertEventInput } from './assert-event-input.js'
import { assertJsonValue } from './assert-json-value.js'
import { assertNoDeniedField } from './assert-no-denied-field.js'
import { escapeNoncharacters } from './escape-noncharacters.js'
import type { EventDefinition, EventDefinitionOptions } from './event-definition.js'
import { markMade } from './made-event.js'
import type { OutboxEvent } from './outbox-event.js'
import { validateData } from './validate-data.js'
import { wellFormedTraceparent } from './well-formed-traceparent.js'

/**
 * Defines a type of event. `type` is what EventBridge rules match as `detail-type`: 1 to 128 characters (a longer
 * one would be dropped by EventBridge without an error).
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html
 *
 * @throws OutboxError INVALID_EVENT naming the option that is at fault
 */
export function defineEvent<const Type extends string, Schema extends StandardSchemaV1>(
  type: Type,
  options: EventDefinitionOptions<Schema>,
): EventDefinition<Type, Schema> {
  assertDefinition(type, options)
  const { version, aggregateType, schema, upcast, denyFields = [] } = options
  return {
    type,
    version,
    aggregateType,
    schema,
    upcast,
    create(input) {
      assertEventInput(type, input)
      const data = validateData(type, schema, input.data)
      assertJsonValue(data, 'data', type)
      assertNoDeniedField(data, denyFields, 'data', type)
      return markMade({
        eventId: uuidv7(),
        eventType: type,
        schemaVersion: version,
        aggregateType,
        aggregateId: input.aggregateId,
        aggregateVersion: input.aggregateVersion,
        occurredAt: new Date().toISOString(),
        availableAt: input.availableAt === undefined ? undefined : new Date(input.availableAt),
        correlationId: input.correlationId,
        causationId: input.causationId,
        traceparent: wellFormedTraceparent(input.traceparent),
        context: input.context === undefined ? undefined : Object.freeze({ ...input.context }),
        data,
        dataText: escapeNoncharacters(JSON.stringify(data)),
      } satisfies OutboxEvent<Type, StandardSchemaV1.InferOutput<Schema>>)
    },
  }
}
