import { BatchExecuteStatementCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TABLE } from '../templates.js'
import { type RoleCloud, type Statement, startRoleCloud } from './role-clouds.js'

const TABLE_ARN = { 'Fn::GetAtt': ['Table', 'Arn'] }
const BUS_ARN = { 'Fn::GetAtt': ['Bus', 'Arn'] }

const put = (condition: unknown, effect = 'Allow'): Statement => ({
  Effect: effect,
  Action: 'events:PutEvents',
  Resource: BUS_ARN,
  ...(condition === undefined ? {} : { Condition: condition }),
})

let shop: RoleCloud

beforeAll(async () => {
  shop = await startRoleCloud(
    {
      Table: TABLE,
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'orders' } },
      BusPolicy: {
        Type: 'AWS::Events::EventBusPolicy',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          StatementId: 'NoSecrets',
          Statement: {
            Effect: 'Deny',
            Principal: '*',
            Action: 'events:PutEvents',
            Resource: BUS_ARN,
            Condition: { StringEquals: { 'aws:PrincipalType': 'AssumedRole', 'events:source': 'secret' } },
          },
        },
      },
      ClosedBus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'closed' } },
      ClosedPolicy: {
        Type: 'AWS::Events::EventBusPolicy',
        Properties: {
          EventBusName: { Ref: 'ClosedBus' },
          StatementId: 'Closed',
          Statement: {
            Effect: 'Deny',
            Principal: '*',
            Action: 'events:PutEvents',
            Resource: { 'Fn::GetAtt': ['ClosedBus', 'Arn'] },
          },
        },
      },
    },
    {
      Publisher: [put(undefined), { ...put(undefined), Resource: { 'Fn::GetAtt': ['ClosedBus', 'Arn'] } }],
      OneSource: [put({ 'ForAllValues:StringEquals': { 'events:source': ['shop'] } })],
      OneType: [put({ StringEquals: { 'events:detail-type': 'Sold' } })],
      NoBroken: [put(undefined), put({ StringEquals: { 'events:detail-type': 'Broken' } }, 'Deny')],
      Direct: [put({ Bool: { 'events:eventBusInvocation': 'false' } })],
      Nobody: [],
      Marker: [
        {
          Effect: 'Allow',
          Action: 'dynamodb:PartiQLUpdate',
          Resource: TABLE_ARN,
          Condition: {
            'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['OUTBOX#*'] },
            Null: { 'dynamodb:LeadingKeys': 'false' },
          },
        },
      ],
    },
  )
})

afterAll(() => shop?.stop())

const entry = (Source: string, DetailType: string, EventBusName = 'orders'): PutEventsRequestEntry => ({
  Source,
  DetailType,
  Detail: '{}',
  EventBusName,
})

async function send(
  role: string,
  ...Entries: readonly PutEventsRequestEntry[]
): Promise<{ readonly failed: number | undefined; readonly codes: readonly (string | undefined)[] }> {
  const client = new EventBridgeClient(await shop.cloud.clientConfigAs(role))
  const output = await client.send(new PutEventsCommand({ Entries: [...Entries] }))
  const codes = output.Entries?.map(({ ErrorCode }: PutEventsResultEntry) => ErrorCode) ?? []
  return { failed: output.FailedEntryCount, codes }
}

describe('of the entries of PutEvents', () => {
  it.each<[string, string, readonly PutEventsRequestEntry[], readonly (string | undefined)[]]>([
    ['all pass', 'Publisher', [entry('shop', 'Sold'), entry('other', 'Sold')], [undefined, undefined]],
    [
      'those of another source are refused',
      'OneSource',
      [entry('shop', 'Sold'), entry('other', 'Sold'), entry('shop', 'Paid')],
      [undefined, 'NotAuthorizedForSourceException', undefined],
    ],
    [
      'those of another detail type are refused',
      'OneType',
      [entry('shop', 'Paid'), entry('shop', 'Sold')],
      ['NotAuthorizedForDetailTypeException', undefined],
    ],
    [
      'those of a denied detail type are refused',
      'NoBroken',
      [entry('shop', 'Broken'), entry('shop', 'Sold')],
      ['NotAuthorizedForDetailTypeException', undefined],
    ],
    [
      'those of a source that the bus denies are refused',
      'Publisher',
      [entry('secret', 'Sold'), entry('shop', 'Sold')],
      ['NotAuthorizedForSourceException', undefined],
    ],
    [
      'those for a bus that denies all are refused',
      'Publisher',
      [entry('shop', 'Sold', 'closed'), entry('shop', 'Sold')],
      ['AccessDeniedException', undefined],
    ],
    ['all are refused', 'OneSource', [entry('other', 'Sold')], ['NotAuthorizedForSourceException']],
    ['those sent by a call are no invocation by a bus', 'Direct', [entry('shop', 'Sold')], [undefined]],
  ])('%s (%s)', async (_, role, entries, codes) => {
    const before = shop.cloud.events().length
    const answer = await send(role, ...entries)
    const failed = codes.filter((code) => code !== undefined).length
    expect(answer).toEqual({ failed, codes })
    expect(shop.cloud.events().length - before).toBe(codes.length - failed)
  })

  it('none is looked at when the caller may not put events on the bus at all', async () => {
    await expect(send('Nobody', entry('shop', 'Sold'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(
        'is not authorized to perform: events:PutEvents on resource: arn:aws:events:us-east-1:000000000000:event-bus/orders because no identity-based policy allows the events:PutEvents action',
      ),
      $metadata: { httpStatusCode: 400 },
    })
  })
})

it('of the statements of BatchExecuteStatement only the refused ones fail', async () => {
  const client = new DynamoDBClient(await shop.cloud.clientConfigAs('Marker'))
  const TableName = shop.cloud.physicalId('Table')
  const mark = (pk: string): { Statement: string; Parameters: { S: string }[] } => ({
    Statement: `UPDATE "${TableName}" SET obStatus=? WHERE pk=? AND sk=?`,
    Parameters: [{ S: 'PUBLISHED' }, { S: pk }, { S: '1' }],
  })
  const { Responses } = await client.send(
    new BatchExecuteStatementCommand({ Statements: [mark('ORDER#1'), mark('OUTBOX#Order#1')] }),
  )
  expect(Responses).toMatchObject([
    {
      Error: {
        Code: 'AccessDenied',
        Message: expect.stringContaining(
          `dynamodb:PartiQLUpdate on resource: ${shop.cloud.attribute('Table', 'Arn')}`,
        ),
      },
    },
    // The row does not exist: the second was judged by the table.
    { Error: { Code: 'ConditionalCheckFailed' } },
  ])
})
