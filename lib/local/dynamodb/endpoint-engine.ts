import { LocalCloudError } from '../local-cloud-error.js'
import { DynamoDbConnection } from './dynamodb-connection.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'

/**
 * A DynamoDB that runs elsewhere, for example Amazon's DynamoDB Local.
 * @throws LocalCloudError when it does not answer
 */
export async function connectToEndpoint(endpoint: string, accessKeyId: string): Promise<DynamoDbEngine> {
  if (!URL.canParse(endpoint)) {
    throw new LocalCloudError(
      `Expected the DynamoDB endpoint to be a URL such as http://127.0.0.1:8000, got \`${endpoint}\` (string).`,
    )
  }
  const connection = new DynamoDbConnection(endpoint, accessKeyId)
  const headers = {
    'x-amz-target': 'DynamoDB_20120810.ListTables',
    'content-type': 'application/x-amz-json-1.0',
  }
  try {
    await connection.forward(headers, Buffer.from('{}'))
  } catch (cause) {
    connection.close()
    throw new LocalCloudError(
      `No DynamoDB answers at ${endpoint} (option dynamodbEndpoint or environment variable DYNAMODB_ENDPOINT). Start one there, for example: docker run -p 8000:8000 amazon/dynamodb-local`,
      { cause },
    )
  }
  return {
    forward: (callerHeaders, body) => connection.forward(callerHeaders, body),
    shared: true,
    stop: async () => connection.close(),
  }
}
