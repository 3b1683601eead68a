import { describe, expect, it } from 'vitest'
import { startCloud } from '../start-cloud.js'
import { CODE, functionOf, trust } from './function-with-role.js'

const arn = (logicalId: string): unknown => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })
const role = (document: unknown): unknown => ({
  Type: 'AWS::IAM::Role',
  Properties: { AssumeRolePolicyDocument: document },
})
const CANNOT = 'The role defined for the function cannot be assumed by Lambda.'

describe('a function', () => {
  const start = (assumeRolePolicy: unknown): Promise<unknown> =>
    startCloud({ Role: role(assumeRolePolicy), Function: functionOf(arn('Role')) }, { assets: CODE })

  it('is made when its role trusts Lambda', async () => {
    await start(trust('lambda.amazonaws.com'))
  })

  it('is made when its role trusts Lambda for this account', async () => {
    const statement = {
      Effect: 'Allow',
      Principal: { Service: ['edgelambda.amazonaws.com', 'lambda.amazonaws.com'] },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
    }
    await start({ Statement: [statement] })
  })

  it('is not made when its role trusts another service', async () => {
    await expect(start(trust('ec2.amazonaws.com'))).rejects.toThrow(CANNOT)
  })

  it('is not made when its role denies Lambda', async () => {
    const deny = { Effect: 'Deny', Principal: '*', Action: 'sts:AssumeRole' }
    const { Statement } = trust('lambda.amazonaws.com') as { Statement: unknown }
    await expect(start({ Statement: [Statement, deny] })).rejects.toThrow(CANNOT)
  })

  it('is not made when its role is none of the templates', async () => {
    const unknown = { 'Fn::Sub': 'arn:aws:iam::000000000000:role/elsewhere' }
    await expect(startCloud({ Function: functionOf(unknown) }, { assets: CODE })).rejects.toThrow(
      `${CANNOT} (arn:aws:iam::000000000000:role/elsewhere)`,
    )
  })
})

describe('a mapping reads its queue as the function', () => {
  const start = (statements: readonly unknown[]): Promise<unknown> =>
    startCloud(
      {
        Role: {
          Type: 'AWS::IAM::Role',
          Properties: {
            AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
            Policies: [{ PolicyName: 'own', PolicyDocument: { Statement: statements } }],
          },
        },
        Function: functionOf(arn('Role')),
        Queue: { Type: 'AWS::SQS::Queue' },
        Mapping: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { EventSourceArn: arn('Queue'), FunctionName: { Ref: 'Function' } },
        },
      },
      { assets: CODE },
    )
  const allow = (...actions: readonly string[]): unknown => ({
    Effect: 'Allow',
    Action: actions,
    Resource: arn('Queue'),
  })

  it('whose role may receive, delete and look at it', async () => {
    await start([allow('sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes')])
  })

  it('and is not made when the role may not', async () => {
    await expect(start([])).rejects.toThrow(/'Mapping' cannot run: .*(ReceiveMessage|getqueueattributes)/)
  })
})

it('managed policies count, those of the template and those of AWS, and an unknown one is named', async () => {
  const cloud = await startCloud({
    Own: {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: {
        PolicyDocument: { Statement: { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*' } },
      },
    },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
        ManagedPolicyArns: [
          { Ref: 'Own' },
          'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
          'arn:aws:iam::aws:policy/AmazonSomethingFullAccess',
        ],
      },
    },
  })
  const actions = cloud.policies.statementsOfRole(cloud.attribute('Role', 'Arn')).map(({ Action }) => Action)
  expect(actions).toEqual([
    'sqs:SendMessage',
    ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
  ])
  expect(cloud.warnings()).toEqual([
    'The local cloud does not know arn:aws:iam::aws:policy/AmazonSomethingFullAccess of role Role: it grants nothing here.',
  ])
})
