import type { Duration } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { FilterProps } from './filter-props.js'
import type { HoldProps } from './hold-props.js'
import type { InboxProps } from './inbox-props.js'

/** An event definition, or whatever else knows its type. */
export interface TypedEvent {
  readonly type: string
}

interface ConsumerCommonProps {
  /**
   * The function that handles the events: one of the consumer's stack, or an alias or version of one. It gets its
   * environment and its permissions from here, so it serves this consumer only. What its effect writes is yours to grant.
   */
  readonly handler: IFunction
  /**
   * Whose inbox items they are, and what the function is told: 1 to 64 of `A-Z a-z 0-9 _ . -`, unique among the
   * consumers that share an inbox table. A consumer that is renamed handles what it had handled once more.
   * @default - the construct's id
   */
  readonly consumerName?: string
  /**
   * Whether it gets events that are published again on purpose: replays of an EventBridge archive, and of the outbox.
   * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-archive.html
   * @default false
   */
  readonly replays?: boolean
  /**
   * How long a message waits in the queue for its handler, 1 minute to 14 days. In a standard queue the time counts on
   * in the dead-letter queue, which keeps 14 days in all.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
   * @default Duration.days(14)
   */
  readonly retention?: Duration
  /**
   * How long a message that is being handled is hidden from others, up to 12 hours, and at least six times the handler's
   * time-out with `maxBatchingWindow`. To be stated when only the deployment knows the time-out.
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
   * @default - six times the handler's time-out, and `maxBatchingWindow`
   */
  readonly visibilityTimeout?: Duration
  /**
   * Most messages of one invocation, 1 to 10,000; of a FIFO queue 1 to 10. More than 10 need a `maxBatchingWindow` of
   * at least 1 second. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-parameters.html
   * @default 10
   */
  readonly batchSize?: number
  /**
   * Most invocations at once, 2 to 1,000.
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
   * @default - as many as Lambda starts
   */
  readonly maxConcurrency?: number
}

/** Events of the types that are named. */
export interface SelectedEventsProps {
  /** Their definitions, or their types: at least one, of 1 to 128 characters each. */
  readonly events: readonly (TypedEvent | string)[]
  readonly allEventsOf?: never
  /** What else they must have. @default - nothing */
  readonly filter?: FilterProps
  /** Where the consumer remembers what it handled; `true`: in a table of its own. @default - nowhere */
  readonly inbox?: true | InboxProps
  /**
   * How often a message is tried before it becomes a dead letter, 1 to 1,000.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
   * @default 5
   */
  readonly maxReceiveCount?: number
  readonly hold?: never
}

/** Events of all types, known and to come, of one kind of aggregate. */
export interface AllEventsProps {
  readonly events?: never
  /** The aggregates' type, for example `Order`: not empty. */
  readonly allEventsOf: string
  /** What else they must have. @default - nothing */
  readonly filter?: FilterProps
  /** Where the consumer remembers what it handled; `true`: in a table of its own. @default - nowhere */
  readonly inbox?: true | InboxProps
  /**
   * How often a message is tried before it becomes a dead letter, 1 to 1,000.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
   * @default 5
   */
  readonly maxReceiveCount?: number
  readonly hold?: never
}

/**
 * Events of all types of one kind of aggregate, each after those before it: what comes too early is held. That takes
 * all of them (a filter would look like a gap), an inbox that commits with the effect, and a standard queue.
 * `maxReceiveCount` follows from the hold: `deadline` / `retryAfter`, and 5. A message that fails otherwise is tried as
 * often.
 */
export interface HeldEventsProps {
  readonly events?: never
  /** The aggregates' type, for example `Order`: not empty. */
  readonly allEventsOf: string
  readonly filter?: never
  /** Where the consumer remembers what it handled; `true`: in a table of its own. */
  readonly inbox: true | (InboxProps & { readonly effects?: 'transaction' })
  readonly maxReceiveCount?: never
  /** How long an event is held; `{}` for the defaults. */
  readonly hold: HoldProps
  /** A FIFO queue cannot hold one message and go on with the next. @default false */
  readonly fifo?: false
}

/** A standard queue. */
export interface StandardQueueProps {
  /** @default false */
  readonly fifo?: false
  /**
   * How long Lambda gathers messages before it invokes the handler, 0 to 300 seconds.
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-parameters.html
   * @default Duration.seconds(0)
   */
  readonly maxBatchingWindow?: Duration
}

/**
 * A FIFO queue: the events of an aggregate one after the other, in the order in which EventBridge sent them, which is
 * not always the order in which they were published. The handler gets `$.detail` alone, the same bytes at each
 * redelivery, by which SQS drops what comes again within 5 minutes. So it cannot tell a replay, and one within that time
 * does not arrive. An aggregate's id is the message group: at most 100 letters, digits and punctuation marks of ASCII.
 * EventBridge cannot deliver an event whose id is anything else, and puts it into the undelivered queue. One message
 * that fails holds up its aggregate until it is a dead letter.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/FIFO-queues-exactly-once-processing.html
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagegroupid-property.html
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_SqsParameters.html
 */
export interface FifoQueueProps {
  readonly fifo: true
  /** Lambda has none for FIFO queues. */
  readonly maxBatchingWindow?: never
}

/** What a consumer consumes, and how. */
export type ConsumerProps = ConsumerCommonProps &
  (SelectedEventsProps | AllEventsProps | HeldEventsProps) &
  (StandardQueueProps | FifoQueueProps)
