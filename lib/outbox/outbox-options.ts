import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Clock } from '../clock.js'
import type { KeyNames } from '../environment.js'
import type { ContextSigner } from '../event/context-signer.js'

export interface OutboxOptions {
  /** The table that holds both the aggregates and the outbox rows. */
  readonly tableName: string
  /**
   * What EventBridge rules match as `source`: 1 to 256 characters, not beginning with `aws.`.
   * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html
   */
  readonly source: string
  /** @default - a new DynamoDBDocumentClient, configured by the environment as the AWS SDK does */
  readonly client?: DynamoDBClient | DynamoDBDocumentClient
  /** The table's key attributes, both strings. @default - `{ partitionKey: 'pk', sortKey: 'sk' }` */
  readonly keys?: KeyNames
  /** Largest entry that may be published. Bytes, 1 to 999,999. @default 390000 */
  readonly maxEventBytes?: number
  /** Where the X-Ray header of the running invocation is found. @default - the variable `_X_AMZN_TRACE_ID` */
  readonly traceHeader?: () => string | undefined
  /**
   * Keys of `context` that events may carry, such as `['tenant', 'actor']`. In a consumer's handler those of the
   * consumed event go on to the events that the handler publishes; with a `contextSigner` only if the consumer has
   * verified them.
   * @default - any key is allowed, none goes on
   */
  readonly contextKeys?: readonly string[]
  /** Vouches for the context of each event that has one; consumers with the same key verify it. @default - unsigned */
  readonly contextSigner?: ContextSigner
  /** @default - the system's time */
  readonly clock?: Clock
  /** Randomness of the waits: from 0 (inclusive) to 1 (exclusive). @default - Math.random */
  readonly random?: () => number
}
