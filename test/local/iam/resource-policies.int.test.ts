import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { TABLE } from '../templates.js'
import { CODE, functionOf, trust } from './function-with-role.js'
import { outcome } from './role-clouds.js'

const arn = (logicalId: string): unknown => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })

const queuePolicy = (queue: string, statement: Readonly<Record<string, unknown>>): unknown => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: [{ Ref: queue }],
    PolicyDocument: { Statement: [{ Resource: arn(queue), ...statement }] },
  },
})

const fromEvents = (action: string, condition: unknown): Readonly<Record<string, unknown>> => ({
  Effect: 'Allow',
  Principal: { Service: 'events.amazonaws.com' },
  Action: action,
  Condition: condition,
})

/** A rule whose target is refused or not; what is refused goes to `Dead`. */
const rule = (target: string): Readonly<Record<string, unknown>> => ({
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventPattern: { source: ['shop'] },
      Targets: [{ Id: 'target', Arn: arn(target), DeadLetterConfig: { Arn: arn('Dead') } }],
    },
  },
  Dead: { Type: 'AWS::SQS::Queue' },
  DeadPolicy: queuePolicy('Dead', fromEvents('sqs:SendMessage', {})),
})

async function publish(cloud: LocalCloud): Promise<void> {
  await new EventBridgeClient(cloud.clientConfig).send(
    new PutEventsCommand({ Entries: [{ Source: 'shop', DetailType: 'Sold', Detail: '{}' }] }),
  )
  await cloud.clock.quiet()
}

/** The error code of the dead letter; undefined when there is none. */
async function deadLetterCode(cloud: LocalCloud): Promise<string | undefined> {
  const { Messages = [] } = await new SQSClient(cloud.clientConfig).send(
    new ReceiveMessageCommand({ QueueUrl: cloud.physicalId('Dead'), MessageAttributeNames: ['All'] }),
  )
  return Messages[0]?.MessageAttributes?.['ERROR_CODE']?.StringValue
}

describe('a rule sends to a queue', () => {
  const bySource = (operator: string, key: string, value: unknown): unknown => ({
    [operator]: { [key]: value },
  })

  it.each<[string, string, unknown, string | undefined]>([
    [
      'whose policy names the rule',
      'sqs:SendMessage',
      bySource('ArnEquals', 'aws:SourceArn', arn('Rule')),
      undefined,
    ],
    [
      'whose policy names the account',
      'sqs:SendMessage',
      bySource('StringEquals', 'aws:SourceAccount', '000000000000'),
      undefined,
    ],
    [
      'whose policy asks for a service',
      'sqs:SendMessage',
      bySource('Bool', 'aws:PrincipalIsAWSService', 'true'),
      undefined,
    ],
    [
      'whose policy asks for EventBridge',
      'sqs:SendMessage',
      bySource('StringEquals', 'aws:PrincipalServiceName', 'events.amazonaws.com'),
      undefined,
    ],
    [
      'whose policy asks for TLS',
      'sqs:SendMessage',
      bySource('Bool', 'aws:SecureTransport', 'true'),
      undefined,
    ],
    [
      'whose policy names another rule',
      'sqs:SendMessage',
      bySource('ArnEquals', 'aws:SourceArn', 'arn:aws:events:us-east-1:000000000000:rule/other'),
      'NO_PERMISSIONS',
    ],
    ['whose policy allows to receive only', 'sqs:ReceiveMessage', {}, 'NO_PERMISSIONS'],
    [
      'whose policy asks for a role, which a service does not have',
      'sqs:SendMessage',
      bySource('ArnLike', 'aws:PrincipalArn', '*'),
      'NO_PERMISSIONS',
    ],
  ])('%s', async (_, action, condition, code) => {
    const cloud = await startCloud({
      ...rule('Queue'),
      Queue: { Type: 'AWS::SQS::Queue' },
      Policy: queuePolicy('Queue', fromEvents(action, condition)),
    })
    await publish(cloud)
    expect(await deadLetterCode(cloud)).toBe(code)
  })

  it('not without a policy: the event becomes a dead letter at once', async () => {
    const cloud = await startCloud({ ...rule('Queue'), Queue: { Type: 'AWS::SQS::Queue' } })
    await publish(cloud)
    expect(await deadLetterCode(cloud)).toBe('NO_PERMISSIONS')
  })
})

describe('a rule invokes a function', () => {
  const lambda = {
    Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust('lambda.amazonaws.com') } },
    Function: functionOf(arn('Role')),
  }
  const permission = (more: Readonly<Record<string, unknown>>): unknown => ({
    Type: 'AWS::Lambda::Permission',
    Properties: {
      FunctionName: arn('Function'),
      Action: 'lambda:InvokeFunction',
      Principal: 'events.amazonaws.com',
      ...more,
    },
  })

  it.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    ['that permits the rule', { Permission: permission({ SourceArn: arn('Rule') }) }, undefined],
    ['that permits the account', { Permission: permission({ SourceAccount: '000000000000' }) }, undefined],
    [
      'not one that permits another rule',
      { Permission: permission({ SourceArn: 'arn:aws:events:us-east-1:000000000000:rule/other' }) },
      'NO_PERMISSIONS',
    ],
    [
      'not one that permits another service',
      { Permission: permission({ Principal: 's3.amazonaws.com' }) },
      'NO_PERMISSIONS',
    ],
    ['not one without a permission', {}, 'NO_PERMISSIONS'],
  ])('%s', async (_, resources, code) => {
    const cloud = await startCloud({ ...rule('Function'), ...lambda, ...resources }, { assets: CODE })
    await publish(cloud)
    expect(await deadLetterCode(cloud)).toBe(code)
  })

  it('a permission lets a role in, too, which needs no permission of its own then', async () => {
    const caller = {
      Type: 'AWS::IAM::Role',
      Properties: { AssumeRolePolicyDocument: trust('lambda.amazonaws.com') },
    }
    const cloud = await startCloud(
      {
        ...lambda,
        CallerRole: caller,
        Caller: functionOf(arn('CallerRole')),
        Stranger: functionOf(arn('Role')),
        Permission: permission({ Principal: arn('CallerRole') }),
      },
      { assets: CODE },
    )
    const invoke = async (name: string): Promise<string> => {
      const client = new LambdaClient(await cloud.clientConfigAs(name))
      return outcome(() => client.send(new InvokeCommand({ FunctionName: cloud.physicalId('Function') })))
    }
    expect(await invoke('Caller')).toBe('allowed')
    expect(await invoke('Stranger')).toBe('AccessDeniedException')
  })
})

describe('a function URL', () => {
  const start = (authType: string, more: Readonly<Record<string, unknown>> = {}): Promise<LocalCloud> =>
    startCloud(
      {
        Role: {
          Type: 'AWS::IAM::Role',
          Properties: { AssumeRolePolicyDocument: trust('lambda.amazonaws.com') },
        },
        Function: functionOf(arn('Role')),
        Url: {
          Type: 'AWS::Lambda::Url',
          Properties: { TargetFunctionArn: arn('Function'), AuthType: authType },
        },
        ...more,
      },
      { assets: CODE },
    )
  const open = (more: Readonly<Record<string, unknown>>): unknown => ({
    Type: 'AWS::Lambda::Permission',
    Properties: { FunctionName: arn('Function'), Principal: '*', ...more },
  })
  const url = { Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE' }
  const invoke = { Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true }
  const status = async (cloud: LocalCloud): Promise<number> =>
    (await fetch(cloud.attribute('Url', 'FunctionUrl'))).status

  it('that is open to all needs both permissions', async () => {
    expect(await status(await start('NONE', { Url1: open(url), Url2: open(invoke) }))).toBe(200)
    expect(await status(await start('NONE', { Url1: open(url) }))).toBe(403)
    expect(await status(await start('NONE', { Url2: open(invoke) }))).toBe(403)
  })

  it('whose permission is for another AuthType is closed', async () => {
    const other = open({ ...url, FunctionUrlAuthType: 'AWS_IAM' })
    expect(await status(await start('NONE', { Url1: other, Url2: open(invoke) }))).toBe(403)
  })

  it('answers a refusal as AWS does', async () => {
    const cloud = await start('NONE')
    const response = await fetch(cloud.attribute('Url', 'FunctionUrl'))
    expect(await response.json()).toEqual({ Message: 'Forbidden' })
  })

  it('with IAM lets the administrator in, signed or not, and a function by its own permissions', async () => {
    const cloud = await start('AWS_IAM')
    expect(await status(cloud)).toBe(200)
    const { accessKeyId } = (await cloud.clientConfigAs('Function')).credentials
    const signed = await fetch(cloud.attribute('Url', 'FunctionUrl'), {
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/lambda/aws4_request, Signature=0`,
      },
    })
    expect(signed.status).toBe(403)
  })
})

describe('even the administrator is stopped by the policy', () => {
  const nobody = { Effect: 'Deny', Principal: '*' }

  it('of a queue', async () => {
    const cloud = await startCloud({
      Queue: { Type: 'AWS::SQS::Queue' },
      Policy: queuePolicy('Queue', { ...nobody, Action: 'sqs:SendMessage' }),
    })
    const QueueUrl = cloud.physicalId('Queue')
    const client = new SQSClient(cloud.clientConfig)
    expect(await outcome(() => client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' })))).toBe(
      'AccessDenied',
    )
    expect(await outcome(() => client.send(new ReceiveMessageCommand({ QueueUrl })))).toBe('allowed')
  })

  it("of a queue that wants TLS: not stopped, since AWS's endpoints have it", async () => {
    const cloud = await startCloud({
      Queue: { Type: 'AWS::SQS::Queue' },
      Policy: queuePolicy('Queue', {
        ...nobody,
        Action: 'sqs:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    })
    const send = new SendMessageCommand({ QueueUrl: cloud.physicalId('Queue'), MessageBody: 'x' })
    expect(await outcome(() => new SQSClient(cloud.clientConfig).send(send))).toBe('allowed')
  })

  it('of a bucket, for the objects that it names', async () => {
    const cloud = await startCloud({
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'archive' } },
      Policy: {
        Type: 'AWS::S3::BucketPolicy',
        Properties: {
          Bucket: { Ref: 'Bucket' },
          PolicyDocument: {
            Statement: { ...nobody, Action: 's3:PutObject', Resource: 'arn:aws:s3:::archive/locked/*' },
          },
        },
      },
    })
    const put = (Key: string): Promise<string> =>
      outcome(() =>
        new S3Client(cloud.clientConfig).send(new PutObjectCommand({ Bucket: 'archive', Key, Body: 'x' })),
      )
    expect(await put('locked/a')).toBe('AccessDenied')
    expect(await put('open/a')).toBe('allowed')
  })

  it('of a table', async () => {
    const cloud = await startCloud({
      Table: {
        ...TABLE,
        Properties: {
          ...TABLE.Properties,
          Replicas: [
            {
              Region: 'us-east-1',
              ResourcePolicy: {
                PolicyDocument: { Statement: { ...nobody, Action: 'dynamodb:GetItem', Resource: '*' } },
              },
            },
          ],
        },
      },
    })
    const get = new GetItemCommand({
      TableName: cloud.physicalId('Table'),
      Key: { pk: { S: 'a' }, sk: { S: 'b' } },
    })
    expect(await outcome(() => new DynamoDBClient(cloud.clientConfig).send(get))).toBe(
      'AccessDeniedException',
    )
  })
})
