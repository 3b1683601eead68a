import type { Duration } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { KeyNames } from '../../environment.js'

/**
 * What an inbox table that was made outside of this app has. The CDK cannot look, so whoever deploys says so; what is
 * not said fails synth with the command that adds it.
 */
export interface InboxTableFeatures {
  /** Time to live, enabled on the attribute `ttlAttribute`. @default false */
  readonly timeToLive?: boolean
}

interface InboxCommonProps {
  /**
   * How long the inbox remembers an event: what comes again later is handled again. At least as long as a message may
   * live in the queue and then in the dead-letter queue. DynamoDB deletes it within days after.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
   * @default Duration.days(35)
   */
  readonly ttl?: Duration
  /**
   * Where the consumer's effect is. `transaction`: in DynamoDB, and commits together with the inbox item. `outside`:
   * elsewhere (an e-mail, another service), so the handler notes for itself what it has done, as Powertools'
   * idempotency does, under the keys `INBOX#<consumer name>#<event id>`.
   * https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/
   * @default 'transaction'
   */
  readonly effects?: 'transaction' | 'outside'
}

/** An inbox with a table of its own: on demand, point-in-time recovery, kept when the stack is deleted. */
export interface OwnInboxProps extends InboxCommonProps {
  readonly table?: never
  readonly tableHas?: never
  readonly keys?: never
  readonly ttlAttribute?: never
}

/** An inbox in a table that the consumer's service has, whose writes can then commit together with it. */
export interface SharedInboxProps extends InboxCommonProps {
  /** The table. It needs time to live; without it, inbox items would stay for ever. */
  readonly table: ITable
  /**
   * What `table` has, when it was imported into this app. Of a table that this app makes, the table itself tells.
   * @default - nothing
   */
  readonly tableHas?: InboxTableFeatures
  /**
   * Names of the table's key attributes, both strings. Leave `sortKey` out for a table without one.
   * @default { partitionKey: 'pk', sortKey: 'sk' }
   */
  readonly keys?: KeyNames
  /**
   * The table's time-to-live attribute; a table has only one.
   * @default 'expiresAt'
   */
  readonly ttlAttribute?: string
}

export type InboxProps = OwnInboxProps | SharedInboxProps
