import { ENVIRONMENT } from '../../environment.js'
import { CliError } from '../operate/cli-error.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

/** The bucket of the outbox's archive. @throws CliError when it has none */
export function archiveBucket({ name, environment }: OutboxResources): string {
  const bucket = environment[ENVIRONMENT.archiveBucket]
  if (bucket !== undefined && bucket !== '') return bucket
  throw new CliError(
    `Outbox ${name} has no archive: set \`archive: true\` on the TransactionalOutbox. What was published before is in the table for its retention: --aggregate <Type/id> replays from there`,
  )
}
