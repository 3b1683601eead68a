import { unrepresentable } from './unrepresentable.js'

interface ZodSchema {
  readonly _zod: { readonly def: { readonly type: string; readonly catchall?: unknown } }
}

interface Override {
  readonly zodSchema: ZodSchema
  readonly jsonSchema: Record<string, unknown>
}

interface Unrepresentable {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * What is asked of zod beyond the standard. A plain `z.object` is published as open: it says what is there today, and
 * zod drops the rest, which is no promise that nothing will ever be added; a `z.strictObject` makes that promise. And
 * what JSON Schema cannot express is named with its path. https://zod.dev/json-schema
 * @param event how messages name the event
 */
export function zodOptions(event: string): Record<string, unknown> {
  return {
    override: ({ zodSchema, jsonSchema }: Override): void => {
      const { type, catchall } = zodSchema._zod.def
      if (type === 'object' && catchall === undefined) delete jsonSchema['additionalProperties']
    },
    unrepresentable: ({ path, message }: Unrepresentable): never => {
      throw unrepresentable(event, path, message)
    },
  }
}
