import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { Construct } from 'constructs'
import type { ConsumerProps } from './consumer-props.js'
import type { EventOrigin } from './event-origin.js'

interface OutboxOriginProps {
  /** The outbox whose events they are. */
  readonly outbox: EventOrigin
  readonly eventBus?: never
  readonly source?: never
}

interface BusOriginProps {
  readonly outbox?: never
  /**
   * The bus that the outbox publishes to: of the consumer's own account and Region, because a rule belongs to the
   * account of its bus, whoever makes it, and a queue of another account takes a role and a policy on both sides. That
   * is checked where account and Region are known at synth. For a bus elsewhere, have its account forward the events to
   * a bus of yours, and name that one.
   * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-cross-account.html
   *
   * Of another stack or app: `EventBus.fromEventBusName(this, 'Bus', 'orders')`, which ties the stacks by nothing but
   * the name. The bus of another stack of this app is referred to by its name, too: no export holds it in place.
   */
  readonly eventBus: IEventBus
  /** EventBridge's `source` of the events: the `source` of the outbox. 1 to 256 characters. */
  readonly source: string
}

export type OutboxConsumerProps = ConsumerProps & (OutboxOriginProps | BusOriginProps)

interface PlacementProps {
  /**
   * Where the consumer is made, when it is not within the outbox: in the stack of the service that consumes. That
   * stack is then deployed after the outbox's, and refers to the bus by its name, without an export.
   * @default - the outbox
   */
  readonly scope?: Construct
}

/** Props of `outbox.addConsumer`. */
export type AddConsumerProps = ConsumerProps & PlacementProps
