import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { describe, expect, it } from 'vitest'
import { OrdersStack } from '../../examples/orders/orders-stack.js'

const app = new App()
const stack = new OrdersStack(app, 'Orders')
const assembly = app.synth()
const template = Template.fromStack(stack)

describe('the example stack', () => {
  it("passes the CDK's own check of templates", () => {
    const report = JSON.parse(readFileSync(join(assembly.directory, 'validation-report.json'), 'utf8'))
    expect(report.pluginReports).toEqual([])
  })

  it('is made for any account and Region', () => {
    expect(assembly.getStackArtifact(stack.artifactId).environment.name).toBe(
      'aws://unknown-account/unknown-region',
    )
  })

  it('lets only signed requests call its API', () => {
    template.hasResourceProperties('AWS::Lambda::Url', { AuthType: 'AWS_IAM' })
  })

  it('every function has its runtime stated and a log that ends', () => {
    const functions = Object.values(template.findResources('AWS::Lambda::Function'))
    expect(functions).toHaveLength(5)
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        LoggingConfig: { LogGroup: { Ref: expect.anything() } },
      })
    for (const { Properties } of Object.values(template.findResources('AWS::Logs::LogGroup')))
      expect(Properties.RetentionInDays).toBeGreaterThan(0)
  })

  it('the rule sends the three events of orders to the queue, and what it cannot send to another', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['orders'],
        'detail-type': ['OrderPlaced', 'OrderPaid', 'OrderCancelled'],
      },
      Targets: [
        Match.objectLike({
          Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^ShippingQueue'), 'Arn'] },
          DeadLetterConfig: {
            Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^ShippingUndeliveredQueue'), 'Arn'] },
          },
        }),
      ],
    })
  })

  it('shipping answers message by message, and has time for six tries before a message shows again', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^ShippingQueue'), 'Arn'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    })
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 90,
      RedrivePolicy: { maxReceiveCount: 5 },
    })
  })

  it.each([
    'OrdersUrl',
    'TableName',
    'EventBusName',
    'DeadLetterQueueUrl',
    'RedriveQueueUrl',
    'ShippingTableName',
    'ShippingQueueUrl',
  ])('tells %s', (output) => {
    template.hasOutput(output, {})
  })
})
