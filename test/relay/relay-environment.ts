import { ENVIRONMENT } from '../../lib/environment.js'

/** What the construct gives the relay's function. */
export const RELAY_VARIABLES: Readonly<Record<string, string>> = {
  [ENVIRONMENT.name]: 'shop-outbox',
  [ENVIRONMENT.tableName]: 'shop-table',
  [ENVIRONMENT.partitionKey]: 'pk',
  [ENVIRONMENT.sortKey]: 'sk',
  [ENVIRONMENT.ttlAttribute]: 'expiresAt',
  [ENVIRONMENT.eventBusArn]: 'arn:aws:events:eu-west-1:111122223333:event-bus/shop',
  [ENVIRONMENT.deadLetterQueueUrl]: 'https://sqs.eu-west-1.amazonaws.com/111122223333/dead-letters',
  [ENVIRONMENT.retentionSeconds]: '604800',
  [ENVIRONMENT.strictOrder]: 'false',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
}
