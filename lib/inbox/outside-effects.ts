import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency'
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb'
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { inboxKey } from './inbox-layout.js'
import type { InboxTable } from './inbox-store.js'
import type { InvocationContext } from './invocation.js'
import type { Metadata } from './read-message.js'
import type { Effect, Handled } from './transactional-inbox.js'

/**
 * Effects outside of DynamoDB (an e-mail, a payment) cannot commit with the inbox. Powertools notes before the effect
 * that it is in progress, and after it that it is done: a duplicate does nothing, a concurrent one fails and comes
 * again. When the process dies in between, nobody knows whether the effect happened: the event is handled once more
 * when the invocation's time is over.
 * https://docs.aws.amazon.com/powertools/typescript/latest/features/idempotency/
 */
export class OutsideEffects {
  readonly #store: InboxPersistence
  readonly #config: IdempotencyConfig

  constructor(client: DynamoDBClient | undefined, consumer: string, table: InboxTable) {
    this.#store = new InboxPersistence(client, consumer, table)
    this.#config = new IdempotencyConfig({ expiresAfterSeconds: table.ttlSeconds })
  }

  /**
   * @throws whatever the effect throws, and Powertools' IdempotencyAlreadyInProgressError and
   *   IdempotencyPersistenceLayerError
   */
  async handle({ eventId }: Metadata, effect: Effect, context: InvocationContext): Promise<Handled> {
    let isHandledNow = false
    const once = makeIdempotent(
      async (_eventId: string) => {
        await effect()
        isHandledNow = true
      },
      { persistenceStore: this.#store, config: this.#config },
    )
    // Powertools reads the time that is left, and nothing else, from it.
    this.#config.registerLambdaContext(context as Parameters<IdempotencyConfig['registerLambdaContext']>[0])
    await once(eventId)
    return { kind: isHandledNow ? 'handled' : 'duplicate' }
  }
}

/** A consumer that changes its kind of effects must not take a record of the one kind for one of the other. */
const OUTSIDE = 'outside#'

/** Powertools' records under the keys of the inbox: by its own rule, a table with a sort key would get one hot partition. */
class InboxPersistence extends DynamoDBPersistenceLayer {
  readonly #consumer: string
  readonly #table: InboxTable

  constructor(client: DynamoDBClient | undefined, consumer: string, table: InboxTable) {
    super({
      tableName: table.tableName,
      keyAttr: table.keys.partitionKey,
      expiryAttr: table.ttlAttribute,
      statusAttr: 'obInboxStatus',
      inProgressExpiryAttr: 'obInProgressUntil',
      dataAttr: 'obInboxData',
      ...(client === undefined ? {} : { awsSdkV3Client: client }),
    })
    this.#consumer = consumer
    this.#table = table
  }

  protected override getHashedIdempotencyKey(eventId: unknown): string {
    return String(eventId)
  }

  protected override getKey(eventId: string): Record<string, AttributeValue> {
    return marshall(inboxKey(this.#consumer, `${OUTSIDE}${eventId}`, this.#table.keys))
  }
}
