import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { AwsError } from '../../../aws-error.js'

/** The name of the partition key of the table that a stream belongs to. */
export async function partitionKeyOf(streamArn: string, client: DynamoDBClient): Promise<string> {
  const [, TableName] = /:table\/([^/]+)\/stream\//.exec(streamArn) ?? []
  if (TableName === undefined) throw notAStream(streamArn)
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  const name = Table?.KeySchema?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName
  if (name === undefined) throw notAStream(streamArn)
  return name
}

function notAStream(arn: string): AwsError {
  return new AwsError('InvalidParameterValueException', `\`${arn}\` is not the ARN of a DynamoDB stream.`)
}
