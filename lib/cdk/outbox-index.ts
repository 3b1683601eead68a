import { AttributeType, type GlobalSecondaryIndexPropsV2, ProjectionType } from 'aws-cdk-lib/aws-dynamodb'
import { ATTRIBUTE, OWNER_INDEX } from '../store/layout.js'

/**
 * The index that the outbox needs, for a table of your own: `globalSecondaryIndexes: [OUTBOX_INDEX]` of a TableV2,
 * `table.addGlobalSecondaryIndex(OUTBOX_INDEX)` of a Table. Put it into the table's first release: DynamoDB adds
 * one index per update. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
export const OUTBOX_INDEX: Required<
  Pick<GlobalSecondaryIndexPropsV2, 'indexName' | 'partitionKey' | 'sortKey' | 'projectionType'>
> = {
  indexName: OWNER_INDEX,
  partitionKey: { name: ATTRIBUTE.shard, type: AttributeType.STRING },
  sortKey: { name: ATTRIBUTE.due, type: AttributeType.STRING },
  projectionType: ProjectionType.KEYS_ONLY,
}
