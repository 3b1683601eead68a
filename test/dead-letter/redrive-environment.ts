import { ENVIRONMENT } from '../../lib/environment.js'

/** What the construct gives the redrive function. */
export const REDRIVE_VARIABLES: Readonly<Record<string, string>> = {
  [ENVIRONMENT.name]: 'shop-outbox',
  [ENVIRONMENT.tableName]: 'shop-table',
  [ENVIRONMENT.partitionKey]: 'pk',
  [ENVIRONMENT.sortKey]: 'sk',
  [ENVIRONMENT.ttlAttribute]: 'expiresAt',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
}
