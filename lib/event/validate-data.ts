import type { StandardSchemaV1 } from '@standard-schema/spec'
import { OutboxError } from '../errors.js'

/**
 * Runs the schema and returns what it returns (with its defaults and transformations applied). The words of a
 * schema may quote the value that it refuses, so they are in `details.issues`, which no logger prints, and not in
 * the message.
 *
 * @throws OutboxError INVALID_EVENT with the path of the first issue, and the paths of all in the message
 */
export function validateData<Schema extends StandardSchemaV1>(
  eventType: string,
  schema: Schema,
  data: unknown,
): StandardSchemaV1.InferOutput<Schema> {
  const result = schema['~standard'].validate(data)
  if (result instanceof Promise) {
    // Nobody awaits it: without this, its rejection would end the process.
    result.catch(() => undefined)
    throw new OutboxError(
      'INVALID_EVENT',
      `Expected the schema of event \`${eventType}\` to validate synchronously, got a promise: check what needs I/O before you create the event`,
      { path: 'schema', eventType },
    )
  }
  if (result.issues === undefined) return result.value as StandardSchemaV1.InferOutput<Schema>
  const issues = result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  const [path = 'data', ...others] = new Set(issues.map((issue) => issue.path))
  const also = others.length === 0 ? '' : `, and so are \`${others.join('`, `')}\``
  throw new OutboxError(
    'INVALID_EVENT',
    `Expected \`${path}\` of event \`${eventType}\` to fit its schema; it is at fault${also}. \`details.issues\` holds the words of the schema`,
    Object.defineProperty({ path, eventType }, 'issues', { value: issues, enumerable: false }),
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
