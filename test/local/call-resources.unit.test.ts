import { expect, it } from 'vitest'
import { callResources } from '../../lib/local/call-resources.js'

it.each([
  ['dynamodb', 'PutItem', { TableName: 'orders' }, ['orders']],
  ['dynamodb', 'Query', { TableName: 'arn:aws:dynamodb:eu-west-1:1:table/orders' }, ['orders']],
  ['dynamodb', 'BatchWriteItem', { RequestItems: { orders: [], items: [] } }, ['orders', 'items']],
  [
    'dynamodb',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: 'a' } }, { Delete: { TableName: 'b' } }] },
    ['a', 'b'],
  ],
  [
    'dynamodb',
    'ExecuteStatement',
    { Statement: 'SELECT * FROM "my.orders"."index" WHERE pk=?' },
    ['my.orders'],
  ],
  [
    'dynamodb',
    'BatchExecuteStatement',
    {
      Statements: [
        { Statement: 'UPDATE "orders" SET a=?' },
        { Statement: "INSERT INTO items VALUE {'a': ?}" },
      ],
    },
    ['orders', 'items'],
  ],
  [
    'dynamodb',
    'DescribeStream',
    { StreamArn: 'arn:aws:dynamodb:eu-west-1:1:table/orders/stream/2026' },
    ['orders'],
  ],
  ['dynamodb', 'ListTables', {}, []],
  ['sqs', 'SendMessage', { QueueUrl: 'http://127.0.0.1:1/000000000000/orders' }, ['orders']],
  [
    'events',
    'PutEvents',
    { Entries: [{}, { EventBusName: 'arn:aws:events:eu-west-1:1:event-bus/orders' }] },
    ['default', 'orders'],
  ],
  ['events', 'DeleteEventBus', { Name: 'orders' }, ['orders']],
  ['lambda', 'Invoke', { FunctionName: 'arn:aws:lambda:eu-west-1:1:function:relay' }, ['relay']],
  ['s3', 'PutObject', { Bucket: 'archive', Key: 'k' }, ['archive']],
])('%s %s %j is about %j', (service, operation, input, expected) => {
  expect(callResources({ service, operation, input })).toEqual(expected)
})
