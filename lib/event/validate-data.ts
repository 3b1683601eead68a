import type { StandardSchemaV1 } from '@standard-schema/spec'
import { OutboxError } from '../errors.js'

/**
 * Runs the schema and returns what it returns (with its defaults and transformations applied).
 *
 * @throws OutboxError INVALID_EVENT with the path of the first issue and the text of all of them
 */
export function validateData<Schema extends StandardSchemaV1>(
  eventType: string,
  schema: Schema,
  data: unknown,
): StandardSchemaV1.InferOutput<Schema> {
  const result = schema['~standard'].validate(data)
  if (result instanceof Promise)
    throw new OutboxError(
      'INVALID_EVENT',
      `Expected the schema of event \`${eventType}\` to validate synchronously, got a promise: check what needs I/O before you create the event`,
      { path: 'schema', eventType },
    )
  if (result.issues === undefined) return result.value as StandardSchemaV1.InferOutput<Schema>
  const issues = result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  throw new OutboxError(
    'INVALID_EVENT',
    `The data of event \`${eventType}\` does not fit its schema: ${issues.map(({ path, message }) => `\`${path}\`: ${message}`).join('; ')}`,
    { path: issues[0]?.path ?? 'data', eventType },
  )
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  let path = 'data'
  for (const segment of issue.path ?? []) {
    const key = typeof segment === 'object' ? segment.key : segment
    path += typeof key === 'number' ? `[${key}]` : `.${String(key)}`
  }
  return path
}
