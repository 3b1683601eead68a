import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientConfig, LocalCloud } from '../../../lib/local/index.js'
import { TABLE } from '../templates.js'
import { type RoleCloud, startRoleCloud } from './role-clouds.js'

let shop: RoleCloud

const EVERYTHING = { Effect: 'Allow', Action: '*', Resource: '*' }

beforeAll(async () => {
  shop = await startRoleCloud(
    {
      Table: TABLE,
      Queue: { Type: 'AWS::SQS::Queue' },
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'orders' } },
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'archive' } },
    },
    {
      Nobody: [],
      Anybody: [EVERYTHING],
      Forbidden: [EVERYTHING, { ...EVERYTHING, Effect: 'Deny' }],
    },
  )
})

afterAll(() => shop?.stop())

type Call = (config: ClientConfig, cloud: LocalCloud) => Promise<unknown>

interface Refused {
  readonly call: Call
  readonly name: string
  readonly status: number
  readonly action: string
  /** Of the message. */
  readonly resource: (cloud: LocalCloud) => string
}

const account = (service: string, path: string) => (): string =>
  `arn:aws:${service}:us-east-1:000000000000:${path}`

const CALLS: Readonly<Record<string, Refused>> = {
  GetItem: {
    call: (config, cloud) =>
      new DynamoDBClient(config).send(
        new GetItemCommand({ TableName: cloud.physicalId('Table'), Key: { pk: { S: 'a' }, sk: { S: 'b' } } }),
      ),
    name: 'AccessDeniedException',
    status: 400,
    action: 'dynamodb:GetItem',
    resource: (cloud) => cloud.attribute('Table', 'Arn'),
  },
  'Query of an index': {
    call: (config, cloud) =>
      new DynamoDBClient(config).send(
        new QueryCommand({
          TableName: cloud.physicalId('Table'),
          IndexName: 'by-owner',
          KeyConditionExpression: 'obShard = :shard',
          ExpressionAttributeValues: { ':shard': { S: 'P#1' } },
        }),
      ),
    name: 'AccessDeniedException',
    status: 400,
    action: 'dynamodb:Query',
    resource: (cloud) => `${cloud.attribute('Table', 'Arn')}/index/by-owner`,
  },
  DescribeStream: {
    call: (config, cloud) =>
      new DynamoDBStreamsClient(config).send(
        new DescribeStreamCommand({ StreamArn: cloud.attribute('Table', 'StreamArn') }),
      ),
    name: 'AccessDeniedException',
    status: 400,
    action: 'dynamodb:DescribeStream',
    resource: (cloud) => cloud.attribute('Table', 'StreamArn'),
  },
  DescribeEventBus: {
    call: (config) => new EventBridgeClient(config).send(new DescribeEventBusCommand({ Name: 'orders' })),
    name: 'AccessDeniedException',
    status: 400,
    action: 'events:DescribeEventBus',
    resource: account('events', 'event-bus/orders'),
  },
  SendMessageBatch: {
    call: (config, cloud) =>
      new SQSClient(config).send(
        new SendMessageBatchCommand({
          QueueUrl: cloud.physicalId('Queue'),
          Entries: [{ Id: '1', MessageBody: 'x' }],
        }),
      ),
    name: 'AccessDenied',
    status: 403,
    action: 'sqs:sendmessage',
    resource: (cloud) => cloud.attribute('Queue', 'Arn'),
  },
  GetObject: {
    call: (config) => new S3Client(config).send(new GetObjectCommand({ Bucket: 'archive', Key: 'a/é' })),
    name: 'AccessDenied',
    status: 403,
    action: 's3:GetObject',
    resource: () => '"arn:aws:s3:::archive/a/é"',
  },
  ListObjectsV2: {
    call: (config) =>
      new S3Client(config).send(new ListObjectsV2Command({ Bucket: 'archive', Prefix: 'a/', MaxKeys: 2 })),
    name: 'AccessDenied',
    status: 403,
    action: 's3:ListBucket',
    resource: () => '"arn:aws:s3:::archive"',
  },
  Invoke: {
    call: (config) => new LambdaClient(config).send(new InvokeCommand({ FunctionName: 'orders' })),
    name: 'AccessDeniedException',
    status: 403,
    action: 'lambda:InvokeFunction',
    resource: account('lambda', 'function:orders'),
  },
  DescribeStacks: {
    call: (config) => new CloudFormationClient(config).send(new DescribeStacksCommand({ StackName: 'Shop' })),
    name: 'AccessDenied',
    status: 403,
    action: 'cloudformation:DescribeStacks',
    resource: account('cloudformation', 'stack/Shop/*'),
  },
  GetMetricData: {
    call: (config) =>
      new CloudWatchClient(config).send(
        new GetMetricDataCommand({ MetricDataQueries: [], StartTime: new Date(0), EndTime: new Date(1) }),
      ),
    name: 'AccessDenied',
    status: 403,
    action: 'cloudwatch:GetMetricData',
    resource: () => '*',
  },
}

async function refusal(role: string, { call }: Refused): Promise<unknown> {
  const config = { ...(await shop.cloud.clientConfigAs(role)), maxAttempts: 1 }
  return call(config, shop.cloud).then(
    () => 'no error',
    (error: unknown) => error,
  )
}

describe.each(Object.entries(CALLS))('%s', (_, refused) => {
  const user = (role: string): string => {
    const roleName = shop.cloud.physicalId(`${role}Role`)
    return `User: arn:aws:sts::000000000000:assumed-role/${roleName}/${shop.cloud.physicalId(role)}`
  }

  it('without a permission is refused in the words of AWS', async () => {
    expect(await refusal('Nobody', refused)).toMatchObject({
      name: refused.name,
      message: `${user('Nobody')} is not authorized to perform: ${refused.action} on resource: ${refused.resource(shop.cloud)} because no identity-based policy allows the ${refused.action} action`,
      $metadata: { httpStatusCode: refused.status },
    })
  })

  it('that is denied says so', async () => {
    expect(await refusal('Forbidden', refused)).toMatchObject({
      name: refused.name,
      message: `${user('Forbidden')} is not authorized to perform: ${refused.action} on resource: ${refused.resource(shop.cloud)} with an explicit deny in an identity-based policy`,
    })
  })

  it('with the permission is not refused', async () => {
    const answer = await refusal('Anybody', refused)
    expect(answer instanceof Error ? answer.name : 'no error').not.toBe(refused.name)
  })
})

it('who one is needs no permission, and no policy can deny it', async () => {
  const config = await shop.cloud.clientConfigAs('Forbidden')
  const { Arn } = await new STSClient(config).send(new GetCallerIdentityCommand({}))
  expect(Arn).toContain(':assumed-role/')
})

it('an operation of which nobody knows the permissions is refused, to the administrator, too', async () => {
  const { cloud } = shop
  const answer = await fetch(cloud.endpoint, {
    method: 'POST',
    headers: {
      'x-amz-target': 'AWSEvents.InventBus',
      authorization: 'AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/events/aws4_request, Signature=0',
    },
    body: '{}',
  })
  expect(await answer.json()).toEqual({
    __type: 'UnknownOperationException',
    message:
      'The local cloud does not emulate the operation InventBus of events under IAM: it does not know which permissions that needs.',
  })
})
