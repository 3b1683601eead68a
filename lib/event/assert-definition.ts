import type { StandardSchemaV1 } from '@standard-schema/spec'
import { DETAIL_TYPE_MAX_CHARACTERS } from '../limits.js'
import type { EventDefinitionOptions } from './event-definition.js'
import { expected } from './expected.js'

const OPTIONS: Readonly<Record<keyof EventDefinitionOptions<StandardSchemaV1>, true>> = {
  version: true,
  aggregateType: true,
  schema: true,
  upcast: true,
  denyFields: true,
}

/** @throws OutboxError INVALID_EVENT naming the option that is at fault */
export function assertDefinition(type: unknown, options: EventDefinitionOptions<StandardSchemaV1>): void {
  if (typeof type !== 'string' || type.length === 0 || type.length > DETAIL_TYPE_MAX_CHARACTERS)
    throw expected('type', `be a string of 1 to ${DETAIL_TYPE_MAX_CHARACTERS} characters`, type)
  if (typeof options !== 'object' || options === null)
    throw expected('options', 'be an object with `version`, `aggregateType` and `schema`', options, type)
  for (const name of Object.keys(options))
    if (!Object.hasOwn(OPTIONS, name))
      throw expected(name, `be one of the options ${Object.keys(OPTIONS).join(', ')}`, name, type)
  const { version, aggregateType, schema, upcast, denyFields } = options
  if (!Number.isSafeInteger(version) || version < 1)
    throw expected('version', 'be a whole number from 1', version, type)
  if (typeof aggregateType !== 'string' || aggregateType.length === 0 || aggregateType.includes('#'))
    throw expected('aggregateType', 'be a string that is not empty and holds no `#`', aggregateType, type)
  if (typeof schema?.['~standard']?.validate !== 'function')
    throw expected('schema', 'be a Standard Schema (zod, valibot, arktype, …)', schema, type)
  if (upcast !== undefined && typeof upcast !== 'function')
    throw expected('upcast', 'be a function', upcast, type)
  if (denyFields !== undefined && !isListOfNames(denyFields))
    throw expected('denyFields', 'be a list of property names', denyFields, type)
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name.length > 0)
}
