import { App, Stack } from 'aws-cdk-lib'
import { Match } from 'aws-cdk-lib/assertions'
import { AttributeType, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { AccountPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { OUTBOX_INDEX, TransactionalOutbox } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { parseWriterEnvironment } from '../../lib/environment.js'
import { messageOf, outboxFixture, variables } from './fixture.js'
import { type Attempt, simulator, TABLE } from './simulated-iam.js'

const EVENT = 'OUTBOX#Order#1'
const OWN = 'ORDER#1'
const TRANSACTION = 'TransactWriteItems'

function writerFunction(scope: Construct, id = 'Writer'): LambdaFunction {
  return new LambdaFunction(scope, id, {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromInline('exports.handler = async () => {}'),
  })
}

/** Only grantWrite. */
const granted = (() => {
  const { stack, outbox, template } = outboxFixture()
  outbox.grantWrite(writerFunction(stack))
  return simulator(template(), 'WriterServiceRoleDefaultPolicy')
})()

/** A service that was given all rights on its table, before or after: the denials must hold against them. */
const powerful = (() => {
  const { stack, outbox, template } = outboxFixture()
  const fn = writerFunction(stack)
  outbox.table.grantFullAccess(fn)
  outbox.grantWrite(fn)
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['dynamodb:PartiQLInsert', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'],
      resources: [outbox.table.tableArn],
    }),
  )
  return simulator(template(), 'WriterServiceRoleDefaultPolicy')
})()

const put = (attempt: Omit<Attempt, 'action'>): Attempt => ({ action: 'dynamodb:PutItem', ...attempt })

describe('a writer may', () => {
  it.each<[string, Attempt]>([
    ['put an event in a transaction', put({ keys: [EVENT], enclosing: TRANSACTION })],
    ['put an aggregate in a transaction', put({ keys: [OWN], enclosing: TRANSACTION })],
    [
      'put an aggregate and an event in a transaction, judged together',
      put({ keys: [OWN, EVENT], enclosing: TRANSACTION }),
    ],
    [
      'update an aggregate in a transaction',
      { action: 'dynamodb:UpdateItem', keys: [OWN], enclosing: TRANSACTION },
    ],
    [
      'delete an aggregate in a transaction',
      { action: 'dynamodb:DeleteItem', keys: [OWN], enclosing: TRANSACTION },
    ],
    ['check an item in a transaction', { action: 'dynamodb:ConditionCheckItem', keys: [OWN] }],
  ])('%s', async (_, attempt) => {
    expect(await granted(attempt)).toBe('Allowed')
  })
})

describe('the grant alone does not let a writer', () => {
  it.each<[string, Attempt]>([
    ['put an aggregate outside of a transaction', put({ keys: [OWN] })],
    ['update an aggregate outside of a transaction', { action: 'dynamodb:UpdateItem', keys: [OWN] }],
    ['read', { action: 'dynamodb:GetItem', keys: [OWN] }],
    ['write to another table', put({ keys: [OWN], enclosing: TRANSACTION, resource: `${TABLE}-other` })],
  ])('%s', async (_, attempt) => {
    expect(await granted(attempt)).toBe('ImplicitlyDenied')
  })
})

describe('not even with all rights on the table can a writer', () => {
  it.each<[string, Attempt]>([
    ['put an event outside of a transaction', put({ keys: [EVENT] })],
    ['put an event in a transaction of reads', put({ keys: [EVENT], enclosing: 'TransactGetItems' })],
    ['put events by BatchWriteItem', { action: 'dynamodb:BatchWriteItem', keys: [EVENT] }],
    ['hide an event in a batch of other items', { action: 'dynamodb:BatchWriteItem', keys: [OWN, EVENT] }],
    ['change an event', { action: 'dynamodb:UpdateItem', keys: [EVENT] }],
    [
      'change an event in a transaction',
      { action: 'dynamodb:UpdateItem', keys: [EVENT], enclosing: TRANSACTION },
    ],
    ['delete an event', { action: 'dynamodb:DeleteItem', keys: [EVENT] }],
    [
      'delete an event in a transaction',
      { action: 'dynamodb:DeleteItem', keys: [EVENT], enclosing: TRANSACTION },
    ],
    ['put an event by PartiQL', { action: 'dynamodb:PartiQLInsert', keys: [EVENT] }],
    [
      'put an event by a PartiQL transaction',
      { action: 'dynamodb:PartiQLInsert', keys: [EVENT], enclosing: 'ExecuteTransaction' },
    ],
    ['change an event by PartiQL', { action: 'dynamodb:PartiQLUpdate', keys: [EVENT] }],
    ['delete an event by PartiQL', { action: 'dynamodb:PartiQLDelete', keys: [EVENT] }],
  ])('%s', async (_, attempt) => {
    expect(await powerful(attempt)).toBe('ExplicitlyDenied')
  })
})

describe('the denials leave a service its own items', () => {
  it.each<[string, Attempt]>([
    ['put', put({ keys: [OWN] })],
    ['update', { action: 'dynamodb:UpdateItem', keys: [OWN] }],
    ['delete', { action: 'dynamodb:DeleteItem', keys: [OWN] }],
    ['batch', { action: 'dynamodb:BatchWriteItem', keys: [OWN, 'CUSTOMER#1'] }],
    ['PartiQL', { action: 'dynamodb:PartiQLUpdate', keys: [OWN] }],
    ['read, events as well', { action: 'dynamodb:GetItem', keys: [EVENT] }],
    ['scan, which has no leading keys', { action: 'dynamodb:Scan' }],
  ])('%s', async (_, attempt) => {
    expect(await powerful(attempt)).toBe('Allowed')
  })
})

describe('the environment of a function that writes', () => {
  it('is what Outbox.fromEnvironment parses', () => {
    const { stack, outbox, template } = outboxFixture({ source: 'orders', maxEventBytes: 200_000 })
    outbox.grantWrite(writerFunction(stack))
    expect(parseWriterEnvironment(variables(template(), 'Writer'))).toEqual({
      tableName: expect.stringContaining('OutboxTable'),
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      source: 'orders',
      maxEventBytes: 200_000,
    })
  })

  it('says when the table has no sort key', () => {
    const { stack, outbox, template } = outboxFixture({ keys: { partitionKey: 'id' } })
    outbox.grantWrite(writerFunction(stack))
    expect(parseWriterEnvironment(variables(template(), 'Writer')).keys).toEqual({ partitionKey: 'id' })
  })

  it('is set through an alias and a version, too', () => {
    const { stack, outbox, template } = outboxFixture({ source: 'orders' })
    const fn = writerFunction(stack)
    outbox.grantWrite(fn.addAlias('live'))
    expect(variables(template(), 'Writer')['OUTBOX_SOURCE']).toBe('orders')
  })

  it('defaults the source to the name of the outbox', () => {
    const { stack, outbox, template } = outboxFixture()
    outbox.grantWrite(writerFunction(stack))
    expect(outbox.source).toBe(outbox.outboxName)
    expect(parseWriterEnvironment(variables(template(), 'Writer')).source).toBe(outbox.outboxName)
  })

  it('is there for writers that are no functions', () => {
    const { outbox } = outboxFixture({ source: 'orders' })
    expect(parseWriterEnvironment(outbox.writerEnvironment).source).toBe('orders')
  })

  it('is never replaced by that of a second outbox', () => {
    const { stack, outbox } = outboxFixture()
    const second = new TransactionalOutbox(stack, 'Second')
    const fn = writerFunction(stack)
    outbox.grantWrite(fn)
    outbox.grantWrite(fn)
    expect(messageOf(() => second.grantWrite(fn))).toBe(
      "The function at 'Shop/Writer' already has the environment of the outbox at 'Shop/Outbox', so it cannot get that of 'Shop/Second'. Call grantWrite(fn.role) for the second, and give its writerEnvironment to the function under names of your own.",
    )
  })
})

it('a role can be granted, too', async () => {
  const { stack, outbox, template } = outboxFixture()
  outbox.grantWrite(new Role(stack, 'Task', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') }))
  const task = simulator(template(), 'TaskDefaultPolicy')
  expect(await task(put({ keys: [EVENT], enclosing: TRANSACTION }))).toBe('Allowed')
  expect(await task(put({ keys: [EVENT] }))).toBe('ExplicitlyDenied')
})

it('a grantee without a policy is an error, not a grant without its denials', () => {
  const { outbox } = outboxFixture()
  expect(() => outbox.grantWrite(new AccountPrincipal('444455556666'))).toThrow()
})

it('the key of an encrypted table is granted to the writer and to each function of the outbox', () => {
  const { stack, outbox, template } = outboxFixture(
    (scope: Stack) => ({
      table: new TableV2(scope, 'Orders', {
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        sortKey: { name: 'sk', type: AttributeType.STRING },
        timeToLiveAttribute: 'expiresAt',
        dynamoStream: StreamViewType.NEW_IMAGE,
        globalSecondaryIndexes: [OUTBOX_INDEX],
        encryption: TableEncryptionV2.customerManagedKey(new Key(scope, 'Key')),
      }),
    }),
    { env: { region: 'eu-west-1' } },
  )
  outbox.grantWrite(writerFunction(stack))
  const roles = ['Relay', 'Sweeper', 'Redrive'].map((id) => `Outbox${id}ServiceRole`)
  for (const role of ['WriterServiceRole', ...roles]) {
    template().hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: Match.stringLikeRegexp(role) }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Allow',
            Action: Match.arrayWith(['kms:Decrypt']),
            Resource: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Key'), 'Arn'] },
          }),
        ]),
      },
    })
  }
})

it('a stack of its own can hold the writer', () => {
  const app = new App()
  const outbox = new TransactionalOutbox(new Stack(app, 'Shop'), 'Outbox')
  const other = new Stack(app, 'Api')
  outbox.grantWrite(writerFunction(other))
  expect(() => app.synth()).not.toThrow()
})
