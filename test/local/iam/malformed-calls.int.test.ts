import {
  BatchExecuteStatementCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RoleCloud, startRoleCloud } from './role-clouds.js'

const TABLE = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    BillingMode: 'PAY_PER_REQUEST',
    TableName: 'mine',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  },
}
const OWN = {
  Effect: 'Allow',
  Action: ['dynamodb:PartiQLSelect', 'dynamodb:PartiQLInsert'],
  Resource: '*',
  Condition: {
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['me'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
}
const ANY = { Effect: 'Allow', Action: ['dynamodb:*', 'sqs:*', 'events:*'], Resource: '*' }

let shop: RoleCloud
beforeAll(async () => {
  shop = await startRoleCloud({ Table: TABLE }, { Owner: [OWN], Anybody: [ANY] })
  const user = new DynamoDBClient(shop.cloud.clientConfig)
  for (const pk of ['me', 'other'])
    await user.send(new PutItemCommand({ TableName: 'mine', Item: { pk: { S: pk } } }))
})
afterAll(() => shop.stop())

async function post(target: string, input: unknown): Promise<readonly [number, unknown]> {
  const { credentials } = await shop.cloud.clientConfigAs('Anybody')
  const service = target.startsWith('AmazonSQS') ? 'sqs' : 'dynamodb'
  const answer = await fetch(shop.cloud.endpoint, {
    method: 'POST',
    headers: {
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/us-east-1/${service}/aws4_request, Signature=0`,
    },
    body: JSON.stringify(input),
  })
  const { __type: type } = (await answer.json()) as { readonly __type?: unknown }
  return [answer.status, String(type).replace(/^.*#/, '')]
}

it.each<[string, unknown, string]>([
  ['DynamoDB_20120810.GetItem', {}, 'ValidationException'],
  ['DynamoDB_20120810.GetItem', { TableName: '' }, 'ValidationException'],
  ['DynamoDB_20120810.GetItem', { TableName: { a: 1 }, Key: {} }, 'ValidationException'],
  ['DynamoDB_20120810.DescribeTable', {}, 'ValidationException'],
  ['DynamoDB_20120810.Query', { IndexName: 'by' }, 'ValidationException'],
  ['DynamoDB_20120810.BatchGetItem', { RequestItems: { '': { Keys: [] } } }, 'ValidationException'],
  ['DynamoDB_20120810.TransactGetItems', { TransactItems: [{ Get: {} }] }, 'ValidationException'],
  ['DynamoDB_20120810.ListTagsOfResource', {}, 'ValidationException'],
  ['DynamoDB_20120810.ExecuteStatement', {}, 'ValidationException'],
  ['DynamoDB_20120810.constructor', {}, 'UnknownOperationException'],
  ['DynamoDB_20120810.toString', {}, 'UnknownOperationException'],
  ['constructor.GetItem', {}, 'UnknownOperationException'],
  ['AmazonSQS.SendMessage', {}, 'MissingParameter'],
])('%s %j is answered with 400 before IAM is asked', async (target, input, code) => {
  expect(await post(target, input)).toEqual([400, code])
})

it.each([
  [`SELECT pk FROM "mine" WHERE pk = 'me'`, undefined],
  [`SELECT pk FROM "mine" WHERE NOT pk = 'me'`, 'AccessDenied'],
  [`SELECT pk FROM "mine" -- WHERE pk = 'me'`, 'ValidationError'],
  [`INSERT INTO "mine" VALUE {'m': {'pk':'me'}, 'pk':'third'}`, 'AccessDenied'],
  [`INSERT INTO "mine" VALUE {'pk':'me', 'pk':'third'}`, 'ValidationError'],
])('who may have its own key only gets no other one, alone or in a batch: %s', async (Statement, code) => {
  const client = new DynamoDBClient(await shop.cloud.clientConfigAs('Owner'))
  const alone = client.send(new ExecuteStatementCommand({ Statement }))
  if (code === undefined) expect((await alone).Items).toEqual([{ pk: { S: 'me' } }])
  else await expect(alone).rejects.toMatchObject({ name: expect.stringMatching(/AccessDenied|Validation/) })
  const { Responses } = await client.send(new BatchExecuteStatementCommand({ Statements: [{ Statement }] }))
  expect(Responses?.map(({ Error: error }) => error?.Code)).toEqual([code])
})
