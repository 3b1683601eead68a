import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** The client that the caller gave, as a DocumentClient; one that the environment configures when he gave none. */
export function documentClient(
  client: DynamoDBClient | DynamoDBDocumentClient | undefined,
): DynamoDBDocumentClient {
  if (client === undefined) return DynamoDBDocumentClient.from(new DynamoDBClient({}))
  // By shape: a bundle can hold two copies of the SDK.
  if ('translateConfig' in client.config) return client as DynamoDBDocumentClient
  return DynamoDBDocumentClient.from(client as DynamoDBClient)
}
