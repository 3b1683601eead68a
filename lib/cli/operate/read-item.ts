import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE } from '../../store/layout.js'
import type { StoredRow } from '../../store/outbox-store.js'
import { keyAttributes, type RowKey } from '../../store/row-key.js'
import type { AwsClients } from './aws-clients.js'
import type { OutboxResources } from './outbox-resources.js'

/** One row with its detail and its time to live, consistently; undefined when it is gone. @throws the SDK's error */
export async function readItem(
  { documents }: AwsClients,
  { tableName, keys, ttlAttribute }: OutboxResources,
  key: RowKey,
): Promise<StoredRow | undefined> {
  // Only ours: a user's attribute beside them is nobody's business here.
  const attributes = [...Object.values(ATTRIBUTE), ttlAttribute]
  const { Item } = await documents.send(
    new GetCommand({
      TableName: tableName,
      Key: keyAttributes(key, keys),
      ConsistentRead: true,
      ProjectionExpression: attributes.map((_, place) => `#a${place}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map((name, place) => [`#a${place}`, name])),
    }),
  )
  return Item
}
