import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { App, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startEnforcedCloud } from './enforced-cloud.js'
import { outcome } from './role-clouds.js'

process.env['CDK_VALIDATION'] = 'false'

let cloud: LocalCloud
let outdir: string
let code: string
let TableName: string

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'writers-'))
  code = await mkdtemp(join(tmpdir(), 'writers-code-'))
  const app = new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } })
  const stack = new Stack(app, 'Writers')
  const outbox = new TransactionalOutbox(stack, 'Outbox')
  const fn = (id: string): LambdaFunction =>
    new LambdaFunction(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(code),
    })
  outbox.grantWrite(fn('Writer'))
  // Given all rights on the table, too: the denials must hold against them.
  const powerful = fn('Powerful')
  outbox.table.grantFullAccess(powerful)
  outbox.grantWrite(powerful)
  powerful.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:PartiQLInsert', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'],
      resources: [outbox.table.tableArn],
    }),
  )
  app.synth()
  cloud = await startEnforcedCloud({ assembly: outdir })
  TableName = cloud.physicalId('Writers/Outbox/Table')
})

afterAll(async () => {
  await cloud?.stop()
  await rm(outdir, { recursive: true })
  await rm(code, { recursive: true })
})

type Call = (client: DynamoDBClient, pk: string) => Promise<unknown>

const key = (pk: string, sk = '1'): Record<string, { S: string }> => ({ pk: { S: pk }, sk: { S: sk } })
const update = (): object => ({
  TableName,
  UpdateExpression: 'SET x = :x',
  ExpressionAttributeValues: { ':x': { S: 'x' } },
})
const condition = 'attribute_not_exists(nothing)'
const transact = (client: DynamoDBClient, TransactItems: object[]): Promise<unknown> =>
  client.send(new TransactWriteItemsCommand({ TransactItems }))
const statement = (client: DynamoDBClient, Statement: string, ...keys: string[]): Promise<unknown> =>
  client.send(new ExecuteStatementCommand({ Statement, Parameters: keys.map((S) => ({ S })) }))

/** Every verb by which an item can be written or read. */
const CALLS = {
  put: (client, pk) => client.send(new PutItemCommand({ TableName, Item: key(pk) })),
  update: (client, pk) => client.send(new UpdateItemCommand({ ...update(), TableName, Key: key(pk) })),
  delete: (client, pk) => client.send(new DeleteItemCommand({ TableName, Key: key(pk, 'gone') })),
  'batch put': (client, pk) =>
    client.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: key(pk, '2') } }] } }),
    ),
  'batch put beside an aggregate': (client, pk) =>
    client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [TableName]: [{ PutRequest: { Item: key('ORDER#2') } }, { PutRequest: { Item: key(pk, '3') } }],
        },
      }),
    ),
  'batch delete': (client, pk) =>
    client.send(
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: [{ DeleteRequest: { Key: key(pk, 'gone') } }] },
      }),
    ),
  'PartiQL insert': (client, pk) =>
    statement(client, `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?}`, pk, String(Math.random())),
  'PartiQL update': (client, pk) =>
    statement(client, `UPDATE "${TableName}" SET y='y' WHERE pk=? AND sk=?`, pk, '1'),
  'PartiQL delete': (client, pk) =>
    statement(client, `DELETE FROM "${TableName}" WHERE pk=? AND sk=?`, pk, 'gone'),
  'PartiQL transaction': (client, pk) =>
    client.send(
      new ExecuteTransactionCommand({
        TransactStatements: [
          {
            Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?, 'sk': ?}`,
            Parameters: [{ S: pk }, { S: String(Math.random()) }],
          },
        ],
      }),
    ),
  'transaction: put': (client, pk) => transact(client, [{ Put: { TableName, Item: key(pk) } }]),
  'transaction: update': (client, pk) => transact(client, [{ Update: { ...update(), Key: key(pk) } }]),
  'transaction: delete': (client, pk) => transact(client, [{ Delete: { TableName, Key: key(pk, 'gone') } }]),
  'transaction: check': (client, pk) =>
    transact(client, [
      { ConditionCheck: { TableName, Key: key(pk), ConditionExpression: condition } },
      { Put: { TableName, Item: key('ORDER#3') } },
    ]),
  'transaction: put beside an aggregate': (client, pk) =>
    transact(client, [
      { Put: { TableName, Item: key('ORDER#4') } },
      { Put: { TableName, Item: key(pk, '5') } },
    ]),
  get: (client, pk) => client.send(new GetItemCommand({ TableName, Key: key(pk) })),
  'batch get': (client, pk) =>
    client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [key(pk)] } } })),
  'transaction: get': (client, pk) =>
    client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: key(pk) } }] })),
  scan: (client) => client.send(new ScanCommand({ TableName })),
} satisfies Record<string, Call>

type Verb = keyof typeof CALLS

const EVENT = 'OUTBOX#Order#1'
const OWN = 'ORDER#1'

async function attempt(writer: string, verb: Verb, pk: string): Promise<string> {
  const client = new DynamoDBClient(await cloud.clientConfigAs(`Writers/${writer}`))
  try {
    return await outcome(() => CALLS[verb](client, pk))
  } finally {
    client.destroy()
  }
}

const IN_TRANSACTIONS: ReadonlySet<Verb> = new Set([
  'transaction: put',
  'transaction: update',
  'transaction: delete',
  'transaction: check',
  'transaction: put beside an aggregate',
])
const ON_EVENTS: ReadonlySet<Verb> = new Set([
  'transaction: put',
  'transaction: check',
  'transaction: put beside an aggregate',
])
const READS: ReadonlySet<Verb> = new Set([
  'get',
  'batch get',
  'transaction: get',
  'scan',
  'transaction: check',
])
const VERBS = Object.keys(CALLS) as Verb[]
const expected = (allowed: boolean): string => (allowed ? 'allowed' : 'AccessDeniedException')

describe('with grantWrite alone, a function writes in transactions only', () => {
  it.each(VERBS)('%s of an aggregate', async (verb) => {
    expect(await attempt('Writer', verb, OWN)).toBe(expected(IN_TRANSACTIONS.has(verb)))
  })
})

describe('with grantWrite alone, a function adds events in transactions, and that is all', () => {
  it.each(VERBS)('%s of an event', async (verb) => {
    expect(await attempt('Writer', verb, EVENT)).toBe(expected(ON_EVENTS.has(verb)))
  })
})

describe('with all rights on the table, too, a function does with aggregates what it likes', () => {
  it.each(VERBS)('%s of an aggregate', async (verb) => {
    expect(await attempt('Powerful', verb, OWN)).toBe('allowed')
  })
})

describe('with all rights on the table, too, a function cannot write events but in a transaction', () => {
  it.each(VERBS)('%s of an event', async (verb) => {
    expect(await attempt('Powerful', verb, EVENT)).toBe(expected(ON_EVENTS.has(verb) || READS.has(verb)))
  })
})

it('a batch of statements hides no event: the one on it is refused, the other is not', async () => {
  const client = new DynamoDBClient(await cloud.clientConfigAs('Writers/Powerful'))
  const Statement = `UPDATE "${TableName}" SET z='z' WHERE pk=? AND sk=?`
  const { Responses } = await client.send(
    new BatchExecuteStatementCommand({
      Statements: [EVENT, OWN].map((S) => ({ Statement, Parameters: [{ S }, { S: '1' }] })),
    }),
  )
  expect(Responses?.map(({ Error: error }) => error?.Code)).toEqual(['AccessDenied', undefined])
})
