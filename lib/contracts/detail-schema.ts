import { isPlainObject } from '../event/is-plain-object.js'
import { canonicalSchema } from './canonical-schema.js'
import { dataSchema } from './data-schema.js'
import type { DescribedEvent } from './described-event.js'
import type { JsonSchema } from './json-schema.js'
import { mapSubschemas } from './map-subschemas.js'
import { metadataSchema } from './metadata-schema.js'

/**
 * JSON Schema of the `detail` of an event, which is what consumers get: `{ metadata, data }`.
 * @param id relative, so that it is true wherever the folder lies
 * @throws ContractsError when the data has no JSON Schema
 */
export function detailSchema(definition: DescribedEvent, id: string): JsonSchema {
  const { $schema: _, $id: __, $defs, definitions, ...data } = dataSchema(definition)
  const shared = { ...asDefinitions(definitions), ...asDefinitions($defs) }
  return canonicalSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: definition.type,
    description: `\`detail\` of the EventBridge event ${definition.type}, version ${definition.version}.`,
    type: 'object',
    properties: { metadata: metadataSchema(definition), data: moved(data) },
    required: ['data', 'metadata'],
    ...(Object.keys(shared).length === 0 ? {} : moved({ $defs: shared })),
  })
}

function asDefinitions(value: unknown): JsonSchema {
  return isPlainObject(value) ? value : {}
}

/** References follow what moved: definitions to the root of the document, the rest to where the data is. */
function moved(schema: JsonSchema): JsonSchema {
  const { $ref } = schema
  const inner = mapSubschemas(schema, moved)
  return typeof $ref === 'string' ? { ...inner, $ref: movedReference($ref) } : inner
}

function movedReference(reference: string): string {
  if (!reference.startsWith('#')) return reference
  const [, name] = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(reference) ?? []
  return name === undefined ? `#/properties/data${reference.slice(1)}` : `#/$defs/${name}`
}
