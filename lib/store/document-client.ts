import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/**
 * A client that reads whatever stands in a row. By default a number beyond what JavaScript holds exactly makes the
 * whole answer unreadable: one row that was edited by hand would hide all others.
 */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { wrapNumbers: Number } })
}
