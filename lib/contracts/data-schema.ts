import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import { arktypeOptions } from './arktype-options.js'
import { assertRepresentable } from './assert-representable.js'
import { ContractsError } from './contracts-error.js'
import type { DescribedEvent } from './described-event.js'
import type { JsonSchema } from './json-schema.js'
import { zodOptions } from './zod-options.js'

const FIX =
  'use zod 4.2 or later, arktype 2.1.28 or later, or wrap a valibot schema in `toStandardJsonSchema` of @valibot/to-json-schema'

/**
 * JSON Schema 2020-12 of the data as it is published: after defaults and transformations.
 * https://standardschema.dev/json-schema
 * @throws ContractsError naming the event, and the path where the schema's library tells it
 */
export function dataSchema({ type, version, schema }: DescribedEvent): JsonSchema {
  const event = `event \`${type}\` v${version}`
  const standard = schema['~standard']
  if (!hasJsonSchema(standard))
    throw new ContractsError(
      `Expected the schema of ${event} to describe itself as JSON Schema, got one of ${standard.vendor} that does not: ${FIX}`,
    )
  const libraryOptions = optionsFor(standard.vendor, event)
  try {
    const described = standard.jsonSchema.output({ target: 'draft-2020-12', libraryOptions })
    assertRepresentable(described, event)
    return described
  } catch (cause) {
    if (cause instanceof ContractsError) throw cause
    const [line] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new ContractsError(
      `Expected the data of ${event} to be of types that JSON Schema has, got: ${line?.replace(/\.$/, '')}. Publish text, numbers, booleans, lists and objects (a date as ISO 8601), and state what a transformation returns`,
      { cause },
    )
  }
}

function optionsFor(vendor: string, event: string): Record<string, unknown> | undefined {
  if (vendor === 'zod') return zodOptions(event)
  return vendor === 'arktype' ? arktypeOptions() : undefined
}

function hasJsonSchema(standard: object): standard is StandardJSONSchemaV1.Props {
  if (!('jsonSchema' in standard)) return false
  const { jsonSchema } = standard
  if (typeof jsonSchema !== 'object' || jsonSchema === null) return false
  return 'output' in jsonSchema && typeof jsonSchema.output === 'function'
}
