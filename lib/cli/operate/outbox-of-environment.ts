import { DEFAULT_KEYS, DEFAULT_TTL_ATTRIBUTE, ENVIRONMENT } from '../../environment.js'
import { CliError } from './cli-error.js'
import type { OperateOptions } from './operate-options.js'
import type { OutboxResources } from './outbox-resources.js'

/**
 * The outbox that variables tell of, the same that the sweeper has. What neither they nor flags say is not known.
 *
 * @throws CliError when not even the table is told
 */
export function outboxOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  { table }: OperateOptions,
): OutboxResources {
  const told = (name: string): string | undefined => environment[name] || undefined
  const tableName = table ?? told(ENVIRONMENT.tableName)
  if (tableName === undefined)
    throw new CliError(
      `Expected to be told which outbox, got nothing: give --stack <name>, --table <name> or --local, or set OUTBOX_STACK or ${ENVIRONMENT.tableName}`,
    )
  const partitionKey = told(ENVIRONMENT.partitionKey) ?? DEFAULT_KEYS.partitionKey
  const sortKey = environment[ENVIRONMENT.sortKey] ?? DEFAULT_KEYS.sortKey
  return {
    name: told(ENVIRONMENT.name) ?? tableName,
    tableName,
    keys: sortKey ? { partitionKey, sortKey } : { partitionKey },
    ttlAttribute: told(ENVIRONMENT.ttlAttribute) ?? DEFAULT_TTL_ATTRIBUTE,
    eventBusArn: told(ENVIRONMENT.eventBusArn),
    relayMappingId: told(ENVIRONMENT.relayMappingId),
    deadLetterQueueUrl: told(ENVIRONMENT.deadLetterQueueUrl),
    environment,
  }
}
