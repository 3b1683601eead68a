import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import { describe, expect, it } from 'vitest'
import { resource } from '../fixture.js'
import { consumerElsewhere, handlerFunction } from './consumer-fixture.js'

interface TwoStacks {
  readonly app: App
  readonly shop: Stack
  readonly outbox: TransactionalOutbox
}

function shop(eventBus?: (stack: Stack) => EventBus): TwoStacks {
  const app = new App()
  const stack = new Stack(app, 'Shop')
  const props = { source: 'orders', ...(eventBus === undefined ? {} : { eventBus: eventBus(stack) }) }
  return { app, shop: stack, outbox: new TransactionalOutbox(stack, 'Outbox', props) }
}

const json = (stack: Stack): string => JSON.stringify(Template.fromStack(stack).toJSON())
const busOf = (stack: Stack): unknown =>
  resource(Template.fromStack(stack), 'AWS::Events::Rule', 'Consumer').Properties['EventBusName']

describe('a consumer in another stack', () => {
  it('of a bus that is given by its name is tied to nothing else', () => {
    const { app, shop: producer } = shop((stack) => new EventBus(stack, 'Bus', { eventBusName: 'company' }))
    const consumer = consumerElsewhere(app, (stack) => ({
      eventBus: EventBus.fromEventBusName(stack, 'Bus', 'company'),
      source: 'orders',
      events: ['OrderPaid'],
      handler: handlerFunction(stack),
    }))
    expect(busOf(consumer)).toBe('company')
    expect(json(consumer)).not.toContain('Fn::ImportValue')
    expect(Template.fromStack(producer).toJSON()).not.toHaveProperty('Outputs')
    expect(consumer.dependencies).toEqual([])
  })

  it.each<[string, ((stack: Stack) => EventBus) | undefined]>([
    ['whose name the CDK made', undefined],
    ['with a name', (stack) => new EventBus(stack, 'Bus', { eventBusName: 'company' })],
  ])('of the outbox itself, with a bus %s, has no export either, and is deployed after it', (_, eventBus) => {
    const { app, shop: producer, outbox } = shop(eventBus)
    const consumer = consumerElsewhere(app, (stack) => ({
      outbox,
      events: ['OrderPaid'],
      handler: handlerFunction(stack),
    }))
    const [{ Properties: bus } = { Properties: {} }] = Object.values(
      Template.fromStack(producer).findResources('AWS::Events::EventBus'),
    )
    expect(busOf(consumer)).toBe(bus.Name)
    expect(bus.Name).toMatch(/^\w+$/)
    expect(json(consumer)).not.toContain('Fn::ImportValue')
    expect(Template.fromStack(producer).toJSON()).not.toHaveProperty('Outputs')
    expect(consumer.dependencies).toEqual([producer])
  })

  it('is made there by addConsumer, too', () => {
    const { app, outbox } = shop()
    const stack = new Stack(app, 'Shipping')
    const consumer = outbox.addConsumer('Consumer', {
      scope: stack,
      events: ['OrderPaid'],
      handler: handlerFunction(stack),
    })
    expect(consumer.node.path).toBe('Shipping/Consumer')
    expect(json(stack)).not.toContain('Fn::ImportValue')
  })
})

it('in the stack of the outbox, the rule refers to the bus', () => {
  const { shop: stack, outbox } = shop()
  outbox.addConsumer('Consumer', { events: ['OrderPaid'], handler: handlerFunction(stack) })
  expect(
    resource(Template.fromStack(stack), 'AWS::Events::Rule', 'OutboxConsumer').Properties['EventBusName'],
  ).toEqual({ Ref: expect.stringMatching(/^OutboxEventBus/) })
})
