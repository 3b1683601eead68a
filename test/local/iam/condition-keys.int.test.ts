import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TABLE } from '../templates.js'
import { outcome, type RoleCloud, type Statement, startRoleCloud } from './role-clouds.js'

const TABLE_ARN = { 'Fn::GetAtt': ['Table', 'Arn'] }
const LEADING_KEYS = 'dynamodb:LeadingKeys'
const ENCLOSING = 'dynamodb:EnclosingOperation'

const statement = (Effect: 'Allow' | 'Deny', Condition?: unknown): Statement => ({
  Effect,
  Action: 'dynamodb:*',
  Resource: TABLE_ARN,
  ...(Condition === undefined ? {} : { Condition }),
})
const ALL = statement('Allow')
const onKeys = (operator: string): unknown => ({ [operator]: { [LEADING_KEYS]: ['OUTBOX#*'] } })
const onTransaction = (operator: string): unknown => ({ [operator]: { [ENCLOSING]: 'TransactWriteItems' } })

/** By what the condition is. */
const ROLES: Readonly<Record<string, readonly Statement[]>> = {
  DenyForAnyValue: [ALL, statement('Deny', onKeys('ForAnyValue:StringLike'))],
  DenyForAllValues: [ALL, statement('Deny', onKeys('ForAllValues:StringLike'))],
  DenyForAllValuesPresent: [
    ALL,
    statement('Deny', { ...Object(onKeys('ForAllValues:StringLike')), Null: { [LEADING_KEYS]: 'false' } }),
  ],
  AllowForAnyValue: [statement('Allow', onKeys('ForAnyValue:StringLike'))],
  AllowForAllValues: [statement('Allow', onKeys('ForAllValues:StringLike'))],
  AllowForAllValuesPresent: [
    statement('Allow', { ...Object(onKeys('ForAllValues:StringLike')), Null: { [LEADING_KEYS]: 'false' } }),
  ],
  AllowNoKeys: [statement('Allow', { Null: { [LEADING_KEYS]: 'true' } })],
  DenyNotEquals: [ALL, statement('Deny', onTransaction('StringNotEquals'))],
  DenyNotEqualsIfExists: [ALL, statement('Deny', onTransaction('StringNotEqualsIfExists'))],
  DenyForAnyValueNotEquals: [ALL, statement('Deny', onTransaction('ForAnyValue:StringNotEquals'))],
  DenyEquals: [ALL, statement('Deny', onTransaction('StringEquals'))],
  AllowEquals: [statement('Allow', onTransaction('StringEquals'))],
  AllowEqualsIfExists: [statement('Allow', onTransaction('StringEqualsIfExists'))],
  AllowForAnyValueEquals: [statement('Allow', onTransaction('ForAnyValue:StringEquals'))],
  AllowNoTransaction: [statement('Allow', { Null: { [ENCLOSING]: 'true' } })],
}

let shop: RoleCloud

beforeAll(async () => {
  shop = await startRoleCloud({ Table: TABLE }, ROLES)
})

afterAll(() => shop?.stop())

const key = (pk: string): Record<string, { S: string }> => ({ pk: { S: pk }, sk: { S: '1' } })
const EVENT = 'OUTBOX#Order#1'
const OWN = 'ORDER#1'

const CALLS: Readonly<Record<string, (client: DynamoDBClient, TableName: string) => Promise<unknown>>> = {
  'get an event': (client, TableName) => client.send(new GetItemCommand({ TableName, Key: key(EVENT) })),
  'get an aggregate': (client, TableName) => client.send(new GetItemCommand({ TableName, Key: key(OWN) })),
  'get both': (client, TableName) =>
    client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key(EVENT), key(OWN)] } } })),
  scan: (client, TableName) => client.send(new ScanCommand({ TableName })),
  'query events': (client, TableName) =>
    client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#k = :k',
        ExpressionAttributeNames: { '#k': 'pk' },
        ExpressionAttributeValues: { ':k': { S: EVENT } },
      }),
    ),
  'put by itself': (client, TableName) => client.send(new PutItemCommand({ TableName, Item: key(OWN) })),
  'put in a transaction': (client, TableName) =>
    client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: key(OWN) } }] })),
}

async function attempt(role: string, call: string): Promise<string> {
  const { cloud } = shop
  const client = new DynamoDBClient(await cloud.clientConfigAs(role))
  try {
    return await outcome(async () => CALLS[call]?.(client, cloud.physicalId('Table')))
  } finally {
    client.destroy()
  }
}

const DENIED = 'AccessDeniedException'

describe.each<[string, string, Record<string, string>]>([
  [
    'DenyForAnyValue',
    'strikes as soon as one key matches, and never where there is none',
    {
      'get an event': DENIED,
      'query events': DENIED,
      'get both': DENIED,
      'get an aggregate': 'allowed',
      scan: 'allowed',
    },
  ],
  [
    'DenyForAllValues',
    'spares a batch that hides one key among others, and strikes where there is none',
    { 'get an event': DENIED, 'get both': 'allowed', 'get an aggregate': 'allowed', scan: DENIED },
  ],
  ['DenyForAllValuesPresent', 'spares where there is none', { 'get an event': DENIED, scan: 'allowed' }],
  [
    'AllowForAnyValue',
    'lets one key open the way to all others, and nothing where there is none',
    { 'get an event': 'allowed', 'get both': 'allowed', 'get an aggregate': DENIED, scan: DENIED },
  ],
  [
    'AllowForAllValues',
    'lets everything through where there is none',
    { 'get an event': 'allowed', 'get both': DENIED, 'get an aggregate': DENIED, scan: 'allowed' },
  ],
  [
    'AllowForAllValuesPresent',
    'lets nothing through where there is none',
    { 'get an event': 'allowed', 'query events': 'allowed', 'get both': DENIED, scan: DENIED },
  ],
  ['AllowNoKeys', 'lets through what has no keys only', { scan: 'allowed', 'get an event': DENIED }],
  [
    'DenyNotEquals',
    'strikes where the key is absent: a negated operator is true then',
    { 'put by itself': DENIED, 'put in a transaction': 'allowed' },
  ],
  [
    'DenyNotEqualsIfExists',
    'strikes where the key is absent',
    { 'put by itself': DENIED, 'put in a transaction': 'allowed' },
  ],
  [
    'DenyForAnyValueNotEquals',
    'spares where the key is absent: there is no value that differs',
    { 'put by itself': 'allowed', 'put in a transaction': 'allowed' },
  ],
  [
    'DenyEquals',
    'spares where the key is absent',
    { 'put by itself': 'allowed', 'put in a transaction': DENIED },
  ],
  [
    'AllowEquals',
    'allows nothing where the key is absent',
    { 'put by itself': DENIED, 'put in a transaction': 'allowed' },
  ],
  [
    'AllowEqualsIfExists',
    'allows where the key is absent',
    { 'put by itself': 'allowed', 'put in a transaction': 'allowed' },
  ],
  [
    'AllowForAnyValueEquals',
    'allows nothing where the key is absent',
    { 'put by itself': DENIED, 'put in a transaction': 'allowed' },
  ],
  [
    'AllowNoTransaction',
    'allows only where the key is absent',
    { 'put by itself': 'allowed', 'put in a transaction': DENIED },
  ],
])('%s %s', (role, _, expected) => {
  it.each(Object.entries(expected))('%s: %s', async (call, result) => {
    expect(await attempt(role, call)).toBe(result)
  })
})
