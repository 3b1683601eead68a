import { type App, Stack, type StackProps } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code, type FunctionProps, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { type AddConsumerProps, OutboxConsumer, type TransactionalOutbox } from 'serverless-outbox/cdk'
import { outboxFixture } from '../fixture.js'

export interface ConsumerFixture {
  readonly stack: Stack
  readonly outbox: TransactionalOutbox
  readonly consumer: OutboxConsumer
  /** Synthesises. */
  readonly template: () => Template
}

/** Only what a test is about. */
export type FewProps = Readonly<Record<string, unknown>>

export function handlerFunction(
  scope: Construct,
  id = 'Handler',
  props: Partial<FunctionProps> = {},
): LambdaFunction {
  return new LambdaFunction(scope, id, {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromInline('exports.handler = async () => {}'),
    ...props,
  })
}

/** The stack `Shop` with an outbox `Outbox` of the source `orders`, and its consumer `Shipping` of `OrderPaid`. */
export function consumerFixture(
  props: FewProps | ((stack: Stack) => FewProps) = {},
  stackProps?: StackProps,
): ConsumerFixture {
  const { stack, outbox } = outboxFixture({ source: 'orders' }, stackProps)
  const given = typeof props === 'function' ? props(stack) : props
  // As a program without types would: guard rails are for those that the compiler does not stop.
  const all = {
    ...('allEventsOf' in given ? {} : { events: ['OrderPaid'] }),
    ...('handler' in given ? {} : { handler: handlerFunction(stack) }),
    ...given,
  } as unknown as AddConsumerProps
  const consumer = outbox.addConsumer('Shipping', all)
  return { stack, outbox, consumer, template: () => Template.fromStack(stack) }
}

/** A consumer in a stack of its own beside the one given. */
export function consumerElsewhere(
  app: App,
  props: (stack: Stack) => ConstructorParameters<typeof OutboxConsumer>[2],
  stackProps?: StackProps,
): Stack {
  const stack = new Stack(app, 'Shipping', stackProps)
  new OutboxConsumer(stack, 'Consumer', props(stack))
  return stack
}
