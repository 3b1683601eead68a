import { isRecord, type JsonRecord } from '../../../record.js'
import {
  type Permissions,
  type PermissionsOf,
  type RequestedAction,
  type RequestScope,
  text,
} from '../requested-action.js'
import { keyConditionValue } from './expression-names.js'
import { itemContext, mentionedAttributes, record, selectOf } from './item-context.js'
import { partiqlPermission } from './partiql-permission.js'
import { tableName } from './table-name.js'
import { transactionPermissions } from './transaction-permissions.js'

const anywhere =
  (action: string): PermissionsOf =>
  () => [{ action: `dynamodb:${action}`, resource: '*' }]

const onTable =
  (action: string): PermissionsOf =>
  (input, { arns }) => [{ action: `dynamodb:${action}`, resource: arns.table(tableName(input)) }]

const onResource =
  (action: string): PermissionsOf =>
  (input) => [{ action: `dynamodb:${action}`, resource: text(input, 'ResourceArn') }]

const onStream =
  (action: string): PermissionsOf =>
  (input) => [{ action: `dynamodb:${action}`, resource: text(input, 'StreamArn') }]

/** @param holder the member with the item's key among its attributes */
const onItem =
  (action: string, holder: 'Key' | 'Item', withSelect = false): PermissionsOf =>
  async (input, { arns, tableKeys }) => {
    const table = tableName(input)
    const keys = await tableKeys(table)
    return [
      {
        action: `dynamodb:${action}`,
        resource: arns.table(table),
        context: itemContext({
          leadingKeys: keys === undefined ? [] : [record(input[holder])[keys.partitionKey]],
          attributes: mentionedAttributes(input),
          ...(withSelect ? { select: selectOf(input) } : {}),
          returnValues: input['ReturnValues'],
          returnConsumedCapacity: input['ReturnConsumedCapacity'],
        }),
      },
    ]
  }

/** One permission per table. */
const onItemsOfTables =
  (action: string, requestsOf: (tableRequest: unknown) => readonly JsonRecord[]): PermissionsOf =>
  async (input, { arns, tableKeys }) => {
    const tables = Object.entries(record(input['RequestItems']))
    return Promise.all(
      tables.map(async ([TableName, tableRequest]) => {
        const table = tableName({ TableName })
        const keys = await tableKeys(table)
        const items = requestsOf(tableRequest)
        return {
          action: `dynamodb:${action}`,
          resource: arns.table(table),
          context: itemContext({
            leadingKeys: keys === undefined ? [] : items.map((item) => item[keys.partitionKey]),
            attributes: [
              ...items.flatMap((item) => Object.keys(item)),
              ...mentionedAttributes(record(tableRequest)),
            ],
            ...(action === 'BatchGetItem' ? { select: selectOf(record(tableRequest)) } : {}),
            returnConsumedCapacity: input['ReturnConsumedCapacity'],
          }),
        }
      }),
    )
  }

/**
 * `BatchExecuteStatement` is judged statement by statement: see `elementPermission`.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
export const DYNAMODB_PERMISSIONS: Permissions = {
  BatchGetItem: onItemsOfTables('BatchGetItem', (request) => records(record(request)['Keys'])),
  BatchWriteItem: onItemsOfTables('BatchWriteItem', (requests) =>
    records(requests).map((request) => {
      const put = record(request['PutRequest'])['Item']
      return record(put ?? record(request['DeleteRequest'])['Key'])
    }),
  ),
  CreateTable: onTable('CreateTable'),
  DeleteItem: onItem('DeleteItem', 'Key'),
  DeleteTable: onTable('DeleteTable'),
  DescribeContinuousBackups: onTable('DescribeContinuousBackups'),
  DescribeEndpoints: anywhere('DescribeEndpoints'),
  DescribeLimits: anywhere('DescribeLimits'),
  DescribeStream: onStream('DescribeStream'),
  DescribeTable: onTable('DescribeTable'),
  DescribeTimeToLive: onTable('DescribeTimeToLive'),
  ExecuteStatement: async (input, scope) => [await partiqlPermission(input, scope)],
  ExecuteTransaction: (input, scope) =>
    Promise.all(
      records(input['TransactStatements']).map((statement) =>
        partiqlPermission(statement, scope, 'ExecuteTransaction'),
      ),
    ),
  GetItem: onItem('GetItem', 'Key', true),
  GetRecords: (input, scope) => [
    { action: 'dynamodb:GetRecords', resource: streamOfIterator(text(input, 'ShardIterator'), scope) },
  ],
  GetShardIterator: onStream('GetShardIterator'),
  // On the streams of the table: so AWS's own examples grant it, although the reference gives it no resource.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.Lambda.Tutorial.html
  ListStreams: (input, { arns }) => {
    const table = text(input, 'TableName')
    const resource = table === '' ? '*' : `${arns.table(table)}/stream/*`
    return [{ action: 'dynamodb:ListStreams', resource }]
  },
  ListTables: anywhere('ListTables'),
  ListTagsOfResource: onResource('ListTagsOfResource'),
  PutItem: onItem('PutItem', 'Item'),
  Query: (input, scope) => read('Query', input, scope),
  Scan: (input, scope) => read('Scan', input, scope),
  SearchVectors: (input, { arns }) => [
    {
      action: 'dynamodb:SearchVectors',
      resource: arns.index(tableName(input), text(input, 'IndexName')),
    },
  ],
  TagResource: onResource('TagResource'),
  TransactGetItems: (input, scope) => transactionPermissions('TransactGetItems', input, scope),
  TransactWriteItems: (input, scope) => transactionPermissions('TransactWriteItems', input, scope),
  UntagResource: onResource('UntagResource'),
  UpdateContinuousBackups: onTable('UpdateContinuousBackups'),
  UpdateItem: onItem('UpdateItem', 'Key'),
  UpdateTable: onTable('UpdateTable'),
  UpdateTimeToLive: onTable('UpdateTimeToLive'),
}

/** A Scan has no leading keys: it returns items whatever their keys are. */
async function read(
  action: 'Query' | 'Scan',
  input: JsonRecord,
  { arns, tableKeys }: RequestScope,
): Promise<readonly RequestedAction[]> {
  const table = tableName(input)
  const index = input['IndexName'] === undefined ? undefined : String(input['IndexName'])
  const keys = await tableKeys(table)
  const key = index === undefined ? keys?.partitionKey : keys?.indexes[index]
  return [
    {
      action: `dynamodb:${action}`,
      resource: index === undefined ? arns.table(table) : arns.index(table, index),
      context: itemContext({
        leadingKeys: action === 'Scan' || key === undefined ? [] : [keyConditionValue(input, key)],
        attributes: mentionedAttributes(input),
        select: selectOf(input),
        returnConsumedCapacity: input['ReturnConsumedCapacity'],
      }),
    },
  ]
}

/** An iterator has the stream's ARN in it, openly as on AWS, or in base64; its Region and account are the engine's. */
function streamOfIterator(iterator: string, { arns }: RequestScope): string {
  const opened = Buffer.from(iterator, 'base64').toString('utf8')
  const [, path] =
    /arn:aws:dynamodb:[^:]*:[^:]*:(table\/[\w.-]+\/stream\/[\w:.-]+)/.exec(`${iterator} ${opened}`) ?? []
  return path === undefined ? '*' : `arn:aws:dynamodb:${arns.region}:${arns.accountId}:${path}`
}

function records(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
