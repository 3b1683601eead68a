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
    expect(functions).toHaveLength(7)
    for (const { Properties } of functions)
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        LoggingConfig: { LogGroup: { Ref: expect.anything() } },
      })
    for (const { Properties } of Object.values(template.findResources('AWS::Logs::LogGroup')))
      expect(Properties.RetentionInDays).toBeGreaterThan(0)
  })

  it('shipping gets the events that it knows, audit every event of orders', () => {
    const patterns = Object.values(template.findResources('AWS::Events::Rule')).map(
      ({ Properties }) => Properties.EventPattern,
    )
    expect(patterns).toContainEqual(
      expect.objectContaining({ source: ['orders'], 'detail-type': ['OrderPaid', 'OrderCancelled'] }),
    )
    expect(patterns).toContainEqual(
      expect.objectContaining({ source: ['orders'], detail: { metadata: { aggregateType: ['Order'] } } }),
    )
  })

  it('the inbox of shipping is in its own table, where it commits with the shipments', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({
          OUTBOX_CONSUMER_NAME: 'shipping',
          OUTBOX_INBOX_TABLE_NAME: { Ref: Match.stringLikeRegexp('^ShippingTable') },
        }),
      },
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
    'NotificationsQueueUrl',
    'MailQueueUrl',
    'AuditTableName',
    'AuditQueueUrl',
  ])('tells %s', (output) => {
    template.hasOutput(output, {})
  })
})
