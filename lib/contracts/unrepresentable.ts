import { ContractsError } from './contracts-error.js'
import { dataPath } from './data-path.js'

/**
 * The error about a type that JSON Schema does not have.
 * @param path where it is in the JSON Schema
 * @param found what the schema's library calls it
 */
export function unrepresentable(
  event: string,
  path: readonly (string | number)[],
  found: string,
): ContractsError {
  return new ContractsError(
    `Expected \`${dataPath(path)}\` of ${event} to be of a type that JSON Schema has, got: ${found}. Publish text, numbers, booleans, lists and objects (a date as ISO 8601), and state what a transformation returns`,
  )
}
