import { compile } from 'json-schema-to-typescript'
import { isPlainObject } from '../event/is-plain-object.js'
import { ContractsError } from './contracts-error.js'
import type { JsonSchema } from './json-schema.js'
import { mapSubschemas } from './map-subschemas.js'

const BANNER = '/** Written by `outbox contracts`. Do not edit. */'

/**
 * TypeScript types of a detail: `<name>`, `<name>Metadata`, `<name>Data`, and what the schema names itself. They need
 * nothing of this package.
 * @throws ContractsError when a reference leads nowhere
 */
export async function typeDeclarations(detail: JsonSchema, name: string): Promise<string> {
  const { $schema: _, $id: __, properties, ...rest } = detail
  const parts = isPlainObject(properties) ? properties : {}
  const schema = {
    ...rest,
    title: name,
    properties: {
      metadata: titled(parts['metadata'], `${name}Metadata`),
      data: titled(parts['data'], `${name}Data`),
    },
  }
  try {
    return await compile(forTypes(schema), name, {
      // What a consumer does not know it should not use, open as the schema may be.
      additionalProperties: false,
      bannerComment: BANNER,
      unknownAny: true,
      $refOptions: { resolve: { file: false, http: false } },
    })
  } catch (cause) {
    const [line] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new ContractsError(`Expected types to follow from the JSON Schema of \`${name}\`, got: ${line}`, {
      cause,
    })
  }
}

function titled(schema: unknown, title: string): unknown {
  return isPlainObject(schema) ? { ...schema, title } : schema
}

/** The older dialect that the compiler takes. Lists stay lists: `minItems` would make tuples of them. */
function forTypes(schema: JsonSchema): JsonSchema {
  const { prefixItems, minItems, maxItems: _, ...rest } = mapSubschemas(schema, forTypes)
  if (!Array.isArray(prefixItems)) return withNamedProperties(rest)
  const { items = true, ...others } = rest
  return {
    ...others,
    items: prefixItems,
    minItems: typeof minItems === 'number' ? minItems : 0,
    ...(items === false ? { maxItems: prefixItems.length } : { additionalItems: items }),
  }
}

/** A record by an enum is an object of these properties: the compiler knows no `propertyNames`. */
function withNamedProperties(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema
  const names = isPlainObject(propertyNames) ? propertyNames['enum'] : undefined
  if (!Array.isArray(names) || !isPlainObject(additionalProperties) || rest['properties'] !== undefined)
    return schema
  const properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}
