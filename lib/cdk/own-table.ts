import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { OUTBOX_INDEX } from './outbox-index.js'
import type { OutboxSettings } from './settings.js'

/** The table for whoever has none yet. Kept when the stack is deleted: it holds the aggregates, too. */
export function ownTable(scope: Construct, { keys, ttlAttribute }: OutboxSettings): TableV2 {
  return new TableV2(scope, 'Table', {
    partitionKey: { name: keys.partitionKey, type: AttributeType.STRING },
    sortKey: keys.sortKey === undefined ? undefined : { name: keys.sortKey, type: AttributeType.STRING },
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.dynamoOwnedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    dynamoStream: StreamViewType.NEW_IMAGE,
    timeToLiveAttribute: ttlAttribute,
    globalSecondaryIndexes: [OUTBOX_INDEX],
    removalPolicy: RemovalPolicy.RETAIN,
  })
}
