import { LocalCloudError } from './local-cloud-error.js'
import { isRecord } from './record.js'

/**
 * A misspelt option would have no effect, and a test would pass without what it is about.
 * @throws LocalCloudError naming the member that does not exist, and those that do
 */
export function assertMembers(name: string, given: unknown, known: readonly string[]): void {
  if (!isRecord(given)) {
    throw new LocalCloudError(
      `Expected \`${name}\` to be an object, got \`${String(given)}\` (${typeof given}).`,
    )
  }
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  if (unknown === undefined) return
  throw new LocalCloudError(`\`${name}\` has no member \`${unknown}\`. Members: ${known.join(', ')}.`)
}
