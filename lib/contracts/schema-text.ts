import type { JsonSchema } from './json-schema.js'

/** What is in the file of a schema. */
export function schemaText(schema: JsonSchema): string {
  return `${JSON.stringify(schema, undefined, 2)}\n`
}
