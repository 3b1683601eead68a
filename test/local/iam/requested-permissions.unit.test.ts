import { describe, expect, it } from 'vitest'
import type { GatewayRequest } from '../../../lib/local/gateway/gateway-message.js'
import { elementwise } from '../../../lib/local/iam/requests/element-permission.js'
import { PERMISSIONS } from '../../../lib/local/iam/requests/permissions.js'
import type { RequestedAction, RequestScope } from '../../../lib/local/iam/requests/requested-action.js'
import { ResourceArns } from '../../../lib/local/iam/resource-arns.js'

const REQUEST: GatewayRequest = {
  method: 'GET',
  url: new URL('http://gateway/archive?list-type=2&prefix=a%2F&max-keys=3'),
  headers: { 'x-amz-copy-source': '/archive/a%20b?versionId=1' },
  body: Buffer.from('<Delete><Object><Key>a&amp;b</Key></Object><Object><Key>c</Key></Object></Delete>'),
  signal: new AbortController().signal,
}

const SCOPE: RequestScope = {
  request: REQUEST,
  arns: new ResourceArns('eu-west-1', '111122223333'),
  tableKeys: async (name) =>
    name === 'missing' ? undefined : { partitionKey: 'pk', indexes: { 'by-owner': 'obShard' } },
  mappedFunction: async (uuid) => (uuid === 'known' ? 'arn:fn' : undefined),
}

const TABLE = 'arn:aws:dynamodb:eu-west-1:111122223333:table/orders'

async function asked(
  service: string,
  operation: string,
  input: Readonly<Record<string, unknown>>,
): Promise<readonly RequestedAction[]> {
  const permissions = PERMISSIONS[service]?.[operation]
  if (permissions === undefined) throw new Error(`${service} ${operation}`)
  return permissions(input, SCOPE)
}

const dynamodb = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
): Promise<readonly RequestedAction[]> => asked('dynamodb', operation, { TableName: 'orders', ...input })

const item = (pk: string): unknown => ({ pk: { S: pk }, sk: { S: '1' }, total: { N: '3' } })
const key = (pk: string): unknown => ({ pk: { S: pk }, sk: { S: '1' } })

describe('an item is known by its partition key and the attributes that the request names', () => {
  it('PutItem', async () => {
    const input = {
      Item: item('a'),
      ConditionExpression: 'attribute_not_exists(#p) OR version < :v',
      ExpressionAttributeNames: { '#p': 'pk' },
      ReturnValues: 'ALL_OLD',
      ReturnConsumedCapacity: 'TOTAL',
    }
    expect(await dynamodb('PutItem', input)).toEqual([
      {
        action: 'dynamodb:PutItem',
        resource: TABLE,
        context: {
          'dynamodb:LeadingKeys': ['a'],
          'dynamodb:Attributes': ['pk', 'sk', 'total', 'version'],
          'dynamodb:ReturnValues': 'ALL_OLD',
          'dynamodb:ReturnConsumedCapacity': 'TOTAL',
        },
      },
    ])
  })

  it('UpdateItem, top level of document paths only', async () => {
    const [first] = await dynamodb('UpdateItem', {
      Key: key('a'),
      UpdateExpression:
        'SET #l[0].price = if_not_exists(base, :p), audit.#by = :me REMOVE stale ADD hits :one',
      ExpressionAttributeNames: { '#l': 'lines', '#by': 'who' },
    })
    expect(first?.context?.['dynamodb:Attributes']).toEqual([
      'pk',
      'sk',
      'lines',
      'base',
      'audit',
      'stale',
      'hits',
    ])
  })

  it('GetItem: all attributes, unless it has a projection', async () => {
    const [all] = await dynamodb('GetItem', { Key: key('a') })
    const [some] = await dynamodb('GetItem', { Key: key('a'), ProjectionExpression: 'pk, total' })
    expect(all?.context).toMatchObject({ 'dynamodb:Select': 'ALL_ATTRIBUTES' })
    expect(some?.context).toMatchObject({
      'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
      'dynamodb:Attributes': ['pk', 'sk', 'total'],
    })
  })

  it('numbers and bytes are text, and without a table there is no key', async () => {
    const [number] = await dynamodb('DeleteItem', { Key: { pk: { N: '7' } } })
    const [missing] = await dynamodb('DeleteItem', { TableName: 'missing', Key: key('a') })
    expect(number?.context).toMatchObject({ 'dynamodb:LeadingKeys': ['7'] })
    expect(missing?.context).not.toHaveProperty('dynamodb:LeadingKeys')
  })
})

describe('Query and Scan', () => {
  it.each([
    [
      'a condition',
      {
        KeyConditionExpression: 'pk = :k AND begins_with(sk, :s)',
        ExpressionAttributeValues: { ':k': { S: 'a' } },
      },
    ],
    [
      'a condition the other way round',
      {
        KeyConditionExpression: 'sk > :s and :k = #k',
        ExpressionAttributeNames: { '#k': 'pk' },
        ExpressionAttributeValues: { ':k': { S: 'a' } },
      },
    ],
    [
      'the former form',
      { KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'a' }] } } },
    ],
  ])('a Query has the key of its condition: %s', async (_, input) => {
    const [query] = await dynamodb('Query', input)
    expect(query?.context).toMatchObject({
      'dynamodb:LeadingKeys': ['a'],
      'dynamodb:Select': 'ALL_ATTRIBUTES',
    })
  })

  it('on an index are on the index, by its own partition key', async () => {
    const [query] = await dynamodb('Query', {
      IndexName: 'by-owner',
      KeyConditionExpression: 'obShard = :s',
      ExpressionAttributeValues: { ':s': { S: 'P#1' } },
    })
    expect(query).toMatchObject({
      resource: `${TABLE}/index/by-owner`,
      context: { 'dynamodb:LeadingKeys': ['P#1'], 'dynamodb:Select': 'ALL_PROJECTED_ATTRIBUTES' },
    })
  })

  it('a Scan has no key, whatever it filters', async () => {
    const [scan] = await dynamodb('Scan', {
      FilterExpression: 'pk = :k',
      ExpressionAttributeValues: { ':k': { S: 'a' } },
      Select: 'COUNT',
    })
    expect(scan?.context).toEqual({ 'dynamodb:Attributes': ['pk'], 'dynamodb:Select': 'COUNT' })
  })
})

describe('batches and transactions', () => {
  it('a batch needs one permission per table', async () => {
    const requests = {
      RequestItems: {
        orders: [{ PutRequest: { Item: item('a') } }, { DeleteRequest: { Key: key('b') } }],
        [`${TABLE}-2`]: [{ DeleteRequest: { Key: key('c') } }],
      },
    }
    expect(await dynamodb('BatchWriteItem', requests)).toMatchObject([
      { action: 'dynamodb:BatchWriteItem', resource: TABLE, context: { 'dynamodb:LeadingKeys': ['a', 'b'] } },
      { resource: `${TABLE}-2`, context: { 'dynamodb:LeadingKeys': ['c'] } },
    ])
    const get = { RequestItems: { orders: { Keys: [key('a'), key('a')], ProjectionExpression: 'total' } } }
    expect(await dynamodb('BatchGetItem', get)).toMatchObject([
      {
        action: 'dynamodb:BatchGetItem',
        context: { 'dynamodb:LeadingKeys': ['a'], 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
      },
    ])
  })

  it('a transaction needs the permission of each action, with the transaction around it', async () => {
    const TableName = 'orders'
    const TransactItems = [
      { Put: { TableName, Item: item('a') } },
      { Put: { TableName, Item: item('b') } },
      { Update: { TableName, Key: key('c'), UpdateExpression: 'SET x = :x' } },
      { Delete: { TableName, Key: key('d') } },
      { ConditionCheck: { TableName, Key: key('e'), ConditionExpression: 'attribute_exists(pk)' } },
      { Put: { TableName: 'other', Item: item('f') } },
    ]
    const actions = await dynamodb('TransactWriteItems', { TransactItems })
    expect(
      actions.map(({ action, resource, context }) => [
        action,
        resource,
        context?.['dynamodb:LeadingKeys'],
        context?.['dynamodb:EnclosingOperation'],
      ]),
    ).toEqual([
      ['dynamodb:PutItem', TABLE, ['a', 'b'], 'TransactWriteItems'],
      ['dynamodb:UpdateItem', TABLE, ['c'], 'TransactWriteItems'],
      ['dynamodb:DeleteItem', TABLE, ['d'], 'TransactWriteItems'],
      ['dynamodb:ConditionCheckItem', TABLE, ['e'], undefined],
      ['dynamodb:PutItem', TABLE.replace('orders', 'other'), ['f'], 'TransactWriteItems'],
    ])
  })
})

describe('a PartiQL statement needs the permission of what it does', () => {
  const S = (text: string): { S: string } => ({ S: text })

  it.each<[string, readonly unknown[], string, string, readonly string[] | undefined, string | undefined]>([
    [
      `UPDATE "orders" SET a=?, b=? REMOVE obShard WHERE pk=? AND sk=? AND obStatus='PENDING'`,
      [S('1'), S('2'), S('k'), S('s')],
      'PartiQLUpdate',
      TABLE,
      ['k'],
      undefined,
    ],
    [
      `update orders set "pk2"='it''s' where sk=? and 'k' = pk returning all old *`,
      [S('s')],
      'PartiQLUpdate',
      TABLE,
      ['k'],
      undefined,
    ],
    [
      `INSERT INTO "orders" VALUE {'sk': ?, 'pk': ?, 'nested': {'pk': 'no'}}`,
      [S('s'), S('k')],
      'PartiQLInsert',
      TABLE,
      ['k'],
      undefined,
    ],
    [`DELETE FROM orders WHERE pk=7 AND sk='s'`, [], 'PartiQLDelete', TABLE, ['7'], undefined],
    [`SELECT * FROM "orders"`, [], 'PartiQLSelect', TABLE, undefined, 'true'],
    [
      `SELECT a, b.c FROM "orders" WHERE pk IN [?, 'y'] AND a > 1`,
      [S('x')],
      'PartiQLSelect',
      TABLE,
      ['x', 'y'],
      'false',
    ],
    [`SELECT * FROM orders WHERE pk = 'a' OR sk = 'b'`, [], 'PartiQLSelect', TABLE, undefined, 'true'],
    [`SELECT * FROM orders WHERE begins_with(pk, 'a')`, [], 'PartiQLSelect', TABLE, undefined, 'true'],
    [
      `SELECT * FROM "orders"."by-owner" WHERE obShard = ?`,
      [S('P#1')],
      'PartiQLSelect',
      `${TABLE}/index/by-owner`,
      ['P#1'],
      'false',
    ],
    [
      `EXISTS(SELECT * FROM "orders" WHERE pk = ? AND sk = 's' AND a = 1)`,
      [S('k')],
      'PartiQLSelect',
      TABLE,
      ['k'],
      'false',
    ],
  ])('%s', async (Statement, Parameters, action, resource, leadingKeys, fullScan) => {
    const [permission] = await dynamodb('ExecuteStatement', { Statement, Parameters })
    expect(permission).toMatchObject({ action: `dynamodb:${action}`, resource })
    expect(permission?.context?.['dynamodb:LeadingKeys']).toEqual(leadingKeys)
    expect(permission?.context?.['dynamodb:FullTableScan']).toBe(fullScan)
  })

  it('names its attributes and what it returns', async () => {
    const Statement = `UPDATE "orders" SET a = list_append(b, ?) REMOVE c.d WHERE pk=? AND sk=? RETURNING MODIFIED NEW *`
    const [permission] = await dynamodb('ExecuteStatement', {
      Statement,
      Parameters: [S('1'), S('2'), S('3')],
    })
    expect(permission?.context).toEqual({
      'dynamodb:LeadingKeys': ['2'],
      'dynamodb:Attributes': ['a', 'b', 'c', 'pk', 'sk'],
      'dynamodb:ReturnValues': 'UPDATED_NEW',
    })
  })

  it('in a transaction has the transaction around it, in a batch it has not', async () => {
    const statement = { Statement: `DELETE FROM orders WHERE pk='a' AND sk='s'` }
    const [inTransaction] = await dynamodb('ExecuteTransaction', { TransactStatements: [statement] })
    expect(inTransaction?.context).toMatchObject({ 'dynamodb:EnclosingOperation': 'ExecuteTransaction' })
    const inBatch = await elementwise('dynamodb', 'BatchExecuteStatement')?.permissionOf(statement, SCOPE)
    expect(inBatch?.context).not.toHaveProperty('dynamodb:EnclosingOperation')
  })

  it.each(['', 'GRANT ALL', 'SELECT', 'UPDATE', `INSERT "orders"`])(
    'that cannot be read is refused: %j',
    async (Statement) => {
      await expect(dynamodb('ExecuteStatement', { Statement })).rejects.toMatchObject({
        code: 'ValidationException',
      })
    },
  )
})

describe('other services', () => {
  const sqs = (path: string): string => `arn:aws:sqs:eu-west-1:111122223333:${path}`
  const events = (path: string): string => `arn:aws:events:eu-west-1:111122223333:${path}`
  const lambda = (path: string): string => `arn:aws:lambda:eu-west-1:111122223333:${path}`

  it.each<[string, string, Readonly<Record<string, unknown>>, readonly RequestedAction[]]>([
    [
      'sqs',
      'DeleteMessageBatch',
      { QueueUrl: 'http://127.0.0.1:1/111122223333/jobs' },
      [{ action: 'sqs:DeleteMessage', resource: sqs('jobs') }],
    ],
    ['sqs', 'GetQueueUrl', { QueueName: 'jobs' }, [{ action: 'sqs:GetQueueUrl', resource: sqs('jobs') }]],
    [
      'sqs',
      'StartMessageMoveTask',
      { SourceArn: sqs('dead'), DestinationArn: sqs('redrive') },
      [
        { action: 'sqs:StartMessageMoveTask', resource: sqs('dead') },
        { action: 'sqs:ReceiveMessage', resource: sqs('dead') },
        { action: 'sqs:DeleteMessage', resource: sqs('dead') },
        { action: 'sqs:GetQueueAttributes', resource: sqs('dead') },
        { action: 'sqs:SendMessage', resource: sqs('redrive') },
      ],
    ],
    [
      'events',
      'PutRule',
      {
        Name: 'r',
        EventBusName: 'orders',
        EventPattern: '{"source":["shop"],"detail-type":[{"prefix":"x"}]}',
      },
      [
        {
          action: 'events:PutRule',
          resource: events('rule/orders/r'),
          context: { 'events:creatorAccount': '111122223333', 'events:source': ['shop'] },
        },
      ],
    ],
    [
      'events',
      'PutTargets',
      { Rule: 'r', Targets: [{ Id: '1', Arn: sqs('jobs') }] },
      [
        {
          action: 'events:PutTargets',
          resource: events('rule/r'),
          context: { 'events:creatorAccount': '111122223333', 'events:TargetArn': [sqs('jobs')] },
        },
      ],
    ],
    [
      'events',
      'DescribeRule',
      { Name: 'r', EventBusName: events('event-bus/orders') },
      [
        {
          action: 'events:DescribeRule',
          resource: events('rule/orders/r'),
          context: { 'events:creatorAccount': '111122223333' },
        },
      ],
    ],
    [
      'lambda',
      'Invoke',
      { FunctionName: '111122223333:function:f', Qualifier: 'live' },
      [{ action: 'lambda:InvokeFunction', resource: lambda('function:f:live') }],
    ],
    [
      'lambda',
      'GetEventSourceMapping',
      { UUID: 'known' },
      [
        {
          action: 'lambda:GetEventSourceMapping',
          resource: lambda('event-source-mapping:known'),
          context: { 'lambda:FunctionArn': 'arn:fn' },
        },
      ],
    ],
    [
      's3',
      'ListObjectsV2',
      { Bucket: 'archive' },
      [
        {
          action: 's3:ListBucket',
          resource: 'arn:aws:s3:::archive',
          context: { 's3:prefix': 'a/', 's3:max-keys': '3' },
        },
      ],
    ],
    [
      's3',
      'CopyObject',
      { Bucket: 'to', Key: 'k' },
      [
        { action: 's3:GetObject', resource: 'arn:aws:s3:::archive/a b' },
        { action: 's3:PutObject', resource: 'arn:aws:s3:::to/k' },
      ],
    ],
    [
      's3',
      'DeleteObjects',
      { Bucket: 'archive' },
      [
        { action: 's3:DeleteObject', resource: 'arn:aws:s3:::archive/a&b' },
        { action: 's3:DeleteObject', resource: 'arn:aws:s3:::archive/c' },
      ],
    ],
    [
      'scheduler',
      'GetSchedule',
      { Name: 'sweep', GroupName: 'g' },
      [
        {
          action: 'scheduler:GetSchedule',
          resource: 'arn:aws:scheduler:eu-west-1:111122223333:schedule/g/sweep',
        },
      ],
    ],
  ])('%s %s', async (service, operation, input, expected) => {
    expect(await asked(service, operation, input)).toEqual(expected)
  })
})
