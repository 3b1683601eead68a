import { isPlainObject } from '../event/is-plain-object.js'
import { unrepresentable } from './unrepresentable.js'

/** Keyword that stands for a type that JSON Schema does not have. */
export const UNREPRESENTABLE = 'x-unrepresentable'

/** @throws ContractsError with the path of the first mark */
export function assertRepresentable(
  schema: unknown,
  event: string,
  path: readonly (string | number)[] = [],
): void {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) assertRepresentable(item, event, [...path, index])
  }
  if (!isPlainObject(schema)) return
  const mark = schema[UNREPRESENTABLE]
  if (typeof mark === 'string') throw unrepresentable(event, path, mark)
  for (const [name, member] of Object.entries(schema)) assertRepresentable(member, event, [...path, name])
}
