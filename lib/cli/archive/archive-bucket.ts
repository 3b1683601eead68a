import { ENVIRONMENT } from '../../environment.js'
import { CliError } from '../operate/cli-error.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

/**
 * The bucket of the outbox's archive.
 *
 * @param told by a flag: of an archive that was switched off
 * @throws CliError when it has none, and none is told
 */
export function archiveBucket({ name, environment }: OutboxResources, told?: string): string {
  const bucket = told ?? environment[ENVIRONMENT.archiveBucket]
  if (bucket !== undefined && bucket !== '') return bucket
  throw new CliError(
    `Outbox ${name} has no archive: set \`archive: true\` on the TransactionalOutbox. --bucket <name> names that of an archive which was switched off. What was published before is in the table for its retention: \`outbox replay --aggregate <Type/id>\` sends from there`,
  )
}
