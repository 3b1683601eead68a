import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { outboxFixture } from '../fixture.js'
import { alarmsOf } from './alarm-fixture.js'

const ACCOUNT = '111122223333'
const HERE = { env: { account: ACCOUNT, region: 'eu-west-1' } }

function watched(template: Template): object {
  const { Namespace, MetricName, Dimensions } = alarmsOf(template).get('no-heartbeat') ?? {}
  return { Namespace, MetricName, Dimensions }
}

const byInvocations = {
  Namespace: 'AWS/Lambda',
  MetricName: 'Invocations',
  Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^OutboxSweeper/) } }],
}

describe('the heartbeat', () => {
  it('on the default bus, whose metrics do not name it', () => {
    const { template } = outboxFixture((stack) => ({
      eventBus: EventBus.fromEventBusName(stack, 'Bus', 'default'),
    }))
    expect(watched(template())).toEqual({
      Namespace: 'AWS/Events',
      MetricName: 'MatchedEvents',
      Dimensions: [
        { Name: 'RuleName', Value: { Ref: expect.stringMatching(/^OutboxMonitoringHeartbeatRule/) } },
      ],
    })
  })

  it('on a bus of the same account, by its ARN', () => {
    const arn = `arn:aws:events:eu-west-1:${ACCOUNT}:event-bus/company`
    const { template } = outboxFixture(
      (stack) => ({ eventBus: EventBus.fromEventBusArn(stack, 'Bus', arn) }),
      HERE,
    )
    expect(watched(template())).toMatchObject({
      Namespace: 'AWS/Events',
      Dimensions: [{ Name: 'EventBusName', Value: 'company' }, { Name: 'RuleName' }],
    })
  })

  it.each([
    ['of another account', '444455556666', HERE],
    ['of an account that may be another', ACCOUNT, undefined],
  ])('on a bus %s takes no rule: the invocations of the sweeper are counted', (_, account, stackProps) => {
    const arn = `arn:aws:events:eu-west-1:${account}:event-bus/company`
    const template = outboxFixture(
      (stack) => ({ eventBus: EventBus.fromEventBusArn(stack, 'Bus', arn) }),
      stackProps,
    ).template()
    expect(watched(template)).toEqual(byInvocations)
    template.resourceCountIs('AWS::Events::Rule', 0)
  })

  it('on a bus of another stack is told by its name, without an export of its own', () => {
    const app = new App()
    const eventBus = new EventBus(new Stack(app, 'Company'), 'Bus', { eventBusName: 'company' })
    const stack = new Stack(app, 'Shop')
    new TransactionalOutbox(stack, 'Outbox', { eventBus })
    expect(watched(Template.fromStack(stack))).toMatchObject({
      Dimensions: [{ Name: 'EventBusName', Value: 'company' }, { Name: 'RuleName' }],
    })
  })
})
