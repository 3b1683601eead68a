import type { StandardSchemaV1 } from '@standard-schema/spec'
import { uuidv7 } from 'uuidv7'
import { DETAIL_TYPE_MAX_CHARACTERS } from '../limits.js'
import { assertJsonValue } from './assert-json-value.js'
import { assertNoDeniedField } from './assert-no-denied-field.js'
import type { EventDefinition, EventDefinitionOptions, EventInput } from './event-definition.js'
import { expected } from './expected.js'
import type { OutboxEvent } from './outbox-event.js'
import { validateData } from './validate-data.js'

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

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
  checkDefinition(type, options)
  const { version, aggregateType, schema, upcast, denyFields = [] } = options
  return {
    type,
    version,
    aggregateType,
    schema,
    upcast,
    create(input) {
      checkInput(type, input)
      const data = validateData(type, schema, input.data)
      assertJsonValue(data, 'data', type)
      assertNoDeniedField(data, denyFields, 'data', type)
      return {
        eventId: uuidv7(),
        eventType: type,
        schemaVersion: version,
        aggregateType,
        aggregateId: input.aggregateId,
        aggregateVersion: input.aggregateVersion,
        occurredAt: new Date().toISOString(),
        availableAt: input.availableAt,
        correlationId: input.correlationId,
        causationId: input.causationId,
        traceparent: wellFormed(input.traceparent),
        context: input.context === undefined ? undefined : { ...input.context },
        data,
        dataText: JSON.stringify(data),
      } satisfies OutboxEvent<Type, StandardSchemaV1.InferOutput<Schema>>
    },
  }
}

/** A broken trace must never kill an event: it is left out. */
function wellFormed(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined
}

function checkDefinition(type: unknown, options: EventDefinitionOptions<StandardSchemaV1>): void {
  if (typeof type !== 'string' || type.length === 0 || type.length > DETAIL_TYPE_MAX_CHARACTERS)
    throw expected('type', `be a string of 1 to ${DETAIL_TYPE_MAX_CHARACTERS} characters`, type)
  const { version, aggregateType, schema, denyFields } = options
  if (!Number.isSafeInteger(version) || version < 1)
    throw expected('version', 'be a whole number from 1', version, type)
  if (typeof aggregateType !== 'string' || aggregateType.length === 0 || aggregateType.includes('#'))
    throw expected('aggregateType', 'be a string that is not empty and holds no `#`', aggregateType, type)
  if (typeof schema?.['~standard']?.validate !== 'function')
    throw expected('schema', 'be a Standard Schema (zod, valibot, arktype, …)', schema, type)
  if (denyFields !== undefined && !isListOfNames(denyFields))
    throw expected('denyFields', 'be a list of property names', denyFields, type)
}

function checkInput(type: string, input: EventInput<unknown>): void {
  if (typeof input !== 'object' || input === null)
    throw expected('input', 'be an object with `aggregateId` and `data`', input, type)
  const { aggregateId, aggregateVersion, availableAt, correlationId, causationId, context } = input
  if (typeof aggregateId !== 'string' || aggregateId.length === 0)
    throw expected('aggregateId', 'be a string that is not empty', aggregateId, type)
  if (aggregateVersion !== undefined && !(Number.isSafeInteger(aggregateVersion) && aggregateVersion >= 0))
    throw expected('aggregateVersion', 'be a whole number from 0', aggregateVersion, type)
  if (availableAt !== undefined && !(availableAt instanceof Date && !Number.isNaN(availableAt.getTime())))
    throw expected('availableAt', 'be a valid Date', availableAt, type)
  if (availableAt !== undefined && aggregateVersion !== undefined)
    throw expected(
      'availableAt',
      'be absent where `aggregateVersion` is given, for a delayed event would look like a gap',
      availableAt,
      type,
    )
  for (const [name, id] of Object.entries({ correlationId, causationId }))
    if (id !== undefined && (typeof id !== 'string' || id.length === 0))
      throw expected(name, 'be a string that is not empty', id, type)
  if (context !== undefined && !isRecordOfStrings(context))
    throw expected('context', 'be an object whose values are strings', context, type)
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name.length > 0)
}

function isRecordOfStrings(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === 'string')
  )
}
