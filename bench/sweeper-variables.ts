import { ENVIRONMENT } from '../lib/environment.js'
import type { DrainSettings } from './drain.js'
import { TABLE_NAME } from './fill-table.js'

/** What the construct gives the sweeper's function by default, and where this machine's services are. */
export function sweeperVariables(
  endpoint: string,
  task: DrainSettings['task'],
): Readonly<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'BENCH',
    AWS_SECRET_ACCESS_KEY: 'bench',
    [ENVIRONMENT.name]: 'bench',
    [ENVIRONMENT.tableName]: TABLE_NAME,
    [ENVIRONMENT.partitionKey]: 'pk',
    [ENVIRONMENT.sortKey]: 'sk',
    [ENVIRONMENT.ttlAttribute]: 'expiresAt',
    [ENVIRONMENT.eventBusArn]: 'arn:aws:events:eu-west-1:111122223333:event-bus/bench',
    [ENVIRONMENT.deadLetterQueueUrl]: `${endpoint}/111122223333/dead-letters`,
    [ENVIRONMENT.retentionSeconds]: '604800',
    [ENVIRONMENT.strictOrder]: 'false',
    [ENVIRONMENT.backoffBaseSeconds]: '60',
    [ENVIRONMENT.backoffCapSeconds]: '900',
    [ENVIRONMENT.relayMappingId]: '01234567-89ab-4def-8123-456789abcdef',
    [ENVIRONMENT.relayTimeoutSeconds]: '60',
    [ENVIRONMENT.graceSeconds]: '4500',
    [ENVIRONMENT.leaseSeconds]: '120',
    [ENVIRONMENT.giveUpAfterSeconds]: '86400',
    [ENVIRONMENT.maxPublishRate]: '',
    ...(task === 'archive'
      ? { [ENVIRONMENT.archiveBucket]: 'bench', [ENVIRONMENT.archiveBucketOwner]: '111122223333' }
      : {}),
  }
}
