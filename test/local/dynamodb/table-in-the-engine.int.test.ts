import {
  BatchExecuteStatementCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { TABLE } from '../templates.js'

const key = { pk: { S: 'a' }, sk: { S: '1' } }

async function firstRecords(cloud: LocalCloud, streamArn: string): Promise<readonly _Record[]> {
  const streams = new DynamoDBStreamsClient(cloud.clientConfig)
  const { StreamDescription: stream } = await streams.send(
    new DescribeStreamCommand({ StreamArn: streamArn }),
  )
  expect(stream?.StreamArn).toBe(streamArn)
  const { ShardIterator: oldest } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: stream?.Shards?.[0]?.ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    }),
  )
  // A page can be empty although records follow, as on AWS.
  for (let iterator = oldest; iterator !== undefined; ) {
    const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }))
    if (page.Records !== undefined && page.Records.length > 0) return page.Records
    iterator = page.NextShardIterator
  }
  return []
}

describe('a table of the template', () => {
  it('exists with its keys, index, stream and time to live', async () => {
    const cloud = await startCloud({ Table: TABLE }, { region: 'eu-west-1' })
    const client = new DynamoDBClient(cloud.clientConfig)
    const TableName = cloud.physicalId('Table')
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName }))
    expect(table).toMatchObject({
      TableName,
      KeySchema: TABLE.Properties.KeySchema,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      TableArn: `arn:aws:dynamodb:eu-west-1:000000000000:table/${TableName}`,
    })
    expect(table?.GlobalSecondaryIndexes?.[0]).toMatchObject({
      IndexName: 'by-owner',
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })
    const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
    expect(ttl).toMatchObject({ AttributeName: 'expiresAt' })
    expect(cloud.attribute('Table', 'Arn')).toBe(table?.TableArn)
    expect(cloud.attribute('Table', 'StreamArn')).toBe(table?.LatestStreamArn)
  })

  it("has a stream whose ARN and records name the local cloud's region, not the engine's", async () => {
    const cloud = await startCloud({ Table: TABLE }, { region: 'eu-west-1' })
    const client = new DynamoDBClient(cloud.clientConfig)
    const streamArn = cloud.attribute('Table', 'StreamArn')
    expect(streamArn).toMatch(/^arn:aws:dynamodb:eu-west-1:000000000000:table\/.+\/stream\/.+$/)

    // What looks like an engine's name in an item is the user's and stays.
    const text = '"awsRegion":"dynoxide" and arn:aws:dynamodb:dynoxide:000000000000:table/x, 🎉'
    const Item = { ...key, awsRegion: { S: 'ddblocal' }, text: { S: text } }
    await client.send(new PutItemCommand({ TableName: cloud.physicalId('Table'), Item }))

    const [record] = await firstRecords(cloud, streamArn)
    expect(record).toMatchObject({ awsRegion: 'eu-west-1', eventName: 'INSERT' })
    expect(record?.dynamodb?.NewImage).toEqual(Item)
    const { Streams: streams } = await new DynamoDBStreamsClient(cloud.clientConfig).send(
      new ListStreamsCommand({ TableName: cloud.physicalId('Table') }),
    )
    expect(streams?.map(({ StreamArn }) => StreamArn)).toEqual([streamArn])
  })

  it('keeps items byte for byte and serves its sparse index', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const client = new DynamoDBClient(cloud.clientConfig)
    const TableName = cloud.physicalId('Shop/Outbox/Table')
    const Item = {
      ...key,
      n: { N: '12345678901234567890.5' },
      s: { S: ' \u0001 "é" 日本 ' },
      obShard: { S: 'P' },
      obDue: { S: '1' },
    }
    await client.send(new PutItemCommand({ TableName, Item }))
    expect(
      (await client.send(new GetItemCommand({ TableName, Key: key, ConsistentRead: true }))).Item,
    ).toEqual(Item)
    const { Items: items } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'by-owner',
        KeyConditionExpression: 'obShard = :p',
        ExpressionAttributeValues: { ':p': { S: 'P' } },
      }),
    )
    expect(items).toEqual([{ ...key, obShard: { S: 'P' }, obDue: { S: '1' } }])
  })

  it('takes bodies larger than a function payload', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const client = new DynamoDBClient(cloud.clientConfig)
    const TableName = cloud.physicalId('Table')
    const statements = Array.from({ length: 20 }, (_, index) => ({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?, 'data': ?}`,
      Parameters: [{ S: 'large' }, { S: String(index) }, { S: 'x'.repeat(350_000) }],
    }))
    const { Responses: responses } = await client.send(
      new BatchExecuteStatementCommand({ Statements: statements }),
    )
    expect(responses).toHaveLength(20)
    expect(responses?.filter(({ Error: error }) => error !== undefined)).toEqual([])
  })

  // AWS refuses the whole batch, so code must never put one item into a batch twice: an engine has to show it.
  it('refuses the same item twice in one batch of statements', async () => {
    const cloud = await startCloud({ Table: TABLE })
    const client = new DynamoDBClient(cloud.clientConfig)
    const statement = {
      Statement: `UPDATE "${cloud.physicalId('Table')}" SET a = ?, b = ? WHERE pk = ? AND sk = ?`,
      Parameters: [{ S: 'x' }, { S: 'y' }, key.pk, key.sk],
    }
    await expect(
      client.send(new BatchExecuteStatementCommand({ Statements: [statement, statement] })),
    ).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Provided list of item keys contains duplicates',
    })
  })

  it('makes AWS::DynamoDB::Table with provisioned throughput and a local index', async () => {
    const cloud = await startCloud({
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          TableName: 'orders',
          AttributeDefinitions: ['pk', 'sk', 'time', 'status'].map((AttributeName) => ({
            AttributeName,
            AttributeType: 'S',
          })),
          KeySchema: TABLE.Properties.KeySchema,
          ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
          GlobalSecondaryIndexes: [
            {
              IndexName: 'by-status',
              KeySchema: [{ AttributeName: 'status', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['total'] },
              ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
            },
          ],
          LocalSecondaryIndexes: [
            {
              IndexName: 'by-time',
              KeySchema: [
                { AttributeName: 'pk', KeyType: 'HASH' },
                { AttributeName: 'time', KeyType: 'RANGE' },
              ],
              Projection: { ProjectionType: 'ALL' },
            },
          ],
        },
      },
    })
    const { Table: table } = await new DynamoDBClient(cloud.clientConfig).send(
      new DescribeTableCommand({ TableName: 'orders' }),
    )
    expect(table).toMatchObject({
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
      LocalSecondaryIndexes: [{ IndexName: 'by-time' }],
      GlobalSecondaryIndexes: [
        { IndexName: 'by-status', Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['total'] } },
      ],
    })
  })
})
