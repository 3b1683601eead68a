import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Clock } from '../clock.js'
import type { KeyNames } from '../environment.js'
import type { ContextSigner } from '../event/context-signer.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Transaction } from '../outbox/transaction.js'
import type { ConsumedEvent } from './consumed-event.js'
import type { Subscription } from './subscription.js'

/** Where a consumer remembers what it has handled. All of it is told by `addConsumer(…, { inbox })`. */
interface InboxOptions {
  /** @default - the variable OUTBOX_INBOX_TABLE_NAME */
  readonly tableName?: string
  /** The table's key attributes, both strings. @default - the variables OUTBOX_INBOX_PARTITION_KEY and …_SORT_KEY */
  readonly keys?: KeyNames
  /** The table's time-to-live attribute. @default - the variable OUTBOX_INBOX_TTL_ATTRIBUTE, else `expiresAt` */
  readonly ttlAttribute?: string
  /**
   * How long a handled event is remembered: a whole number of seconds, longer than it can come again from any queue or
   * dead-letter queue. @default - the variable OUTBOX_INBOX_TTL_SECONDS, else 35 days
   */
  readonly ttlSeconds?: number
}

/** Effects that are writes to DynamoDB: they commit together with the record that the event was handled. */
export interface TransactionalInboxSettings extends InboxOptions {
  readonly effects: 'transaction'
  /**
   * The consumer's own outbox: then `tx.publish` works, and `tx` writes to its table by default.
   * @default - none; `tx` writes to the inbox's table by default
   */
  readonly outbox?: Outbox
  /** @default - a new client, configured by the environment as the AWS SDK does */
  readonly client?: DynamoDBClient | DynamoDBDocumentClient
}

/** Effects elsewhere (an e-mail, a payment): once, but for a process that dies between the effect and its record. */
export interface OutsideEffectsSettings extends InboxOptions {
  readonly effects: 'outside'
  /** @default - a new client, configured by the environment as the AWS SDK does */
  readonly client?: DynamoDBClient
}

/** Makes early events wait. Only for a consumer that gets every event of its aggregates, by a standard queue. */
export interface HoldSettings {
  /**
   * What the first sight of an aggregate means: `first`: it must be the aggregate's first event, so whatever else
   * waits for that; `here`: its history begins with whatever comes.
   */
  readonly start: 'first' | 'here'
  /** The `aggregateVersion` of an aggregate's first event, for `start: 'first'`. @default 1 */
  readonly firstVersion?: number
  /** How long an event waits, from when it was first looked at, before it goes to the dead-letter queue. Seconds. @default - the variable OUTBOX_HOLD_DEADLINE_SECONDS */
  readonly deadlineSeconds?: number
  /** The wait between two looks. Seconds, 0 to 3,600. @default - the variable OUTBOX_HOLD_RETRY_SECONDS */
  readonly retrySeconds?: number
  /** @default - the variable OUTBOX_CONSUMER_QUEUE_URL */
  readonly queueUrl?: string
  /** @default - the variable OUTBOX_CONSUMER_DEAD_LETTER_QUEUE_URL */
  readonly deadLetterQueueUrl?: string
}

interface CommonOptions {
  /**
   * Whose memory the inbox is: 1 to 64 characters of `A-Z a-z 0-9 _ . -`. A consumer that is renamed remembers nothing.
   * @default - the variable OUTBOX_CONSUMER_NAME
   */
  readonly name?: string
  /** An event that is replayed on purpose. An inbox that remembers it skips it all the same. @default 'handle' */
  readonly onReplay?: 'handle' | 'ignore'
  /** Refuses events whose context is not signed with its key. @default - contexts are taken as they are */
  readonly contextSigner?: ContextSigner
  /** Called for each message that fails, for your own log. The event is absent when it could not be read. */
  readonly onError?: (error: unknown, event: ConsumedEvent | undefined) => unknown
  /** Aggregates whose events are handled at once, 1 to 100. FIFO queues take one message at a time. @default 10 */
  readonly concurrency?: number
  /** @default - the system's time */
  readonly clock?: Clock
  /** Randomness of the waits: from 0 (inclusive) to 1 (exclusive). @default - Math.random */
  readonly random?: () => number
}

/** Without memory, or with that of effects elsewhere: handlers get no transaction, and nothing can be held. */
export interface PlainConsumerOptions extends CommonOptions {
  /** What to do with each type of event, made by `on`. May be empty when `onUnknown` is a function. */
  readonly events: readonly Subscription<'plain'>[]
  /**
   * An event of a type without a handler: `fail` leaves it in the queue, `ignore` drops it, a function handles it, with
   * the data as it was published, which nobody has validated. @default 'fail'
   */
  readonly onUnknown?: 'fail' | 'ignore' | ((event: ConsumedEvent) => unknown)
  /** @default - none: an event is handled at each of its deliveries */
  readonly inbox?: OutsideEffectsSettings
  readonly allEventsOf?: never
  readonly hold?: never
}

/** With effects that commit together with the inbox. */
export type TransactionalConsumerOptions = CommonOptions & {
  /** What to do with each type of event, made by `on`. May be empty when `onUnknown` is a function. */
  readonly events: readonly Subscription[]
  /**
   * An event of a type without a handler: `fail` leaves it in the queue, `ignore` drops it, a function handles it, with
   * the data as it was published, which nobody has validated. @default 'fail', with `allEventsOf` 'ignore'
   */
  readonly onUnknown?: 'fail' | 'ignore' | ((event: ConsumedEvent, tx: Transaction) => unknown)
  readonly inbox: TransactionalInboxSettings
} & (
    | { readonly allEventsOf?: never; readonly hold?: never }
    | {
        /**
         * The aggregate type whose every event comes to this consumer, unfiltered. Types without a handler then
         * count as seen.
         */
        readonly allEventsOf: string
        /** @default - an early event is handled when it comes, and told that there is a gap */
        readonly hold?: HoldSettings
      }
  )

export type ConsumerOptions = PlainConsumerOptions | TransactionalConsumerOptions
