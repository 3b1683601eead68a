/** A JSON Schema that is an object. https://json-schema.org/draft/2020-12/json-schema-core */
export type JsonSchema = Readonly<Record<string, unknown>>
