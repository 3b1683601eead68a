import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { OutboxConsumer, TransactionalOutbox } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { handlerFunction } from '../consumer/consumer-fixture.js'
import { outboxFixture } from '../fixture.js'
import { alarmsOf } from './alarm-fixture.js'

const ALARM = 'AWS::CloudWatch::Alarm'
const OF_OUTBOX = 19

describe('the alarms of a consumer', () => {
  it('are in its own stack, and tie no stack to it', () => {
    const app = new App()
    const shop = new Stack(app, 'Shop')
    const shipping = new Stack(app, 'Shipping')
    const outbox = new TransactionalOutbox(shop, 'Outbox', { monitoring: { dashboard: true } })
    outbox.addConsumer('Shipping', {
      scope: shipping,
      allEventsOf: 'Order',
      handler: handlerFunction(shipping),
    })
    Template.fromStack(shop).resourceCountIs(ALARM, OF_OUTBOX)
    const template = Template.fromStack(shipping)
    expect(
      Object.values(template.findResources(ALARM))
        .map(({ Properties }) => Properties.AlarmName)
        .sort(),
    ).toEqual([
      expect.stringMatching(/^Shipping-[0-9A-F]{8}-consumer-dead-letters$/),
      expect.stringMatching(/^Shipping-[0-9A-F]{8}-consumer-undelivered$/),
    ])
    expect(shop.dependencies).toEqual([])
    expect(JSON.stringify([template.toJSON(), Template.fromStack(shop).toJSON()])).not.toContain(
      'Fn::ImportValue',
    )
  })

  it('of one that was made otherwise are made when asked for, once', () => {
    const { outbox, stack, template } = outboxFixture()
    const handler = handlerFunction(stack)
    const consumer = new OutboxConsumer(stack, 'Shipping', { outbox, allEventsOf: 'Order', handler })
    const made = outbox.monitoring?.monitorConsumer(consumer)
    expect(Object.keys(made ?? {})).toEqual(['consumerDeadLetters', 'consumerUndelivered'])
    expect(outbox.monitoring?.monitorConsumer(consumer)).toBe(made)
    template().resourceCountIs(ALARM, OF_OUTBOX + 2)
  })

  it('are none where the outbox has none', () => {
    const { outbox, stack, template } = outboxFixture({ monitoring: false })
    outbox.addConsumer('Shipping', { allEventsOf: 'Order', handler: handlerFunction(stack) })
    expect([...alarmsOf(template()).keys()]).toEqual([])
  })
})
