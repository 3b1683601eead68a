import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  type DynamoDBDocumentClient,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import pMap from 'p-map'
import { errorName } from '../error-name.js'
import { BATCH_GET_MAX_KEYS, BATCH_STATEMENT_MAX } from '../limits.js'
import { chunk } from './chunk.js'
import { ATTRIBUTE, type Status } from './layout.js'
import { keyAttributes, keyOf, keyText, type RowKey } from './row-key.js'
import {
  isStatement,
  type TableLayout,
  type TransitionValues,
  transitionStatement,
} from './transition-statement.js'
import { transitionUpdate } from './transition-update.js'
import { TRANSITIONS, type TransitionName } from './transitions.js'

/** Where a row stands now, by a consistent read. */
export interface RowState {
  readonly status: Status
  /** Absent once the row has left the index. */
  readonly shard?: string
  readonly due?: string
  /** Present once the row has been dead. */
  readonly diedAt?: string
}

/** A row as it is stored, as far as its attributes are ours. Anything may stand in them: people edit rows. */
export type StoredRow = Readonly<Record<string, unknown>>

/** One row's step. A call must not name a row twice. */
export interface RowChange {
  readonly key: RowKey
  readonly transition: TransitionName
  readonly values: TransitionValues
}

/** `lost`: the condition failed, the row has another owner or is gone; nothing was written, nothing is owed. */
export type ChangeResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'lost' }
  | {
      readonly kind: 'failed'
      readonly errorCode: string
      /** The step itself is refused (the row would be too large, …): repeating it does not help. */
      readonly permanent?: true
    }

// One call at a time would put a network round trip between every 25 rows of a batch of 100.
const CONCURRENT_CALLS = 4

/** Reads and steps outbox rows in batches, and reads each answer row by row. */
export class OutboxStore {
  readonly #client: DynamoDBDocumentClient
  readonly #table: TableLayout

  constructor(client: DynamoDBDocumentClient, table: TableLayout) {
    this.#client = client
    this.#table = table
  }

  /**
   * The present state of each row, by `keyText`; rows that are gone are absent. Consistent: what it shows has
   * happened. Keys that DynamoDB leaves unprocessed are absent from `states` and listed in `unread`.
   * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
   *
   * @throws the SDK's error when a call fails as a whole
   */
  async lookUp(
    keys: readonly RowKey[],
  ): Promise<{ readonly states: ReadonlyMap<string, RowState>; readonly unread: ReadonlySet<string> }> {
    const states = new Map<string, RowState>()
    const attributes = [ATTRIBUTE.status, ATTRIBUTE.shard, ATTRIBUTE.due, ATTRIBUTE.diedAt]
    const unread = await this.#readAll(keys, attributes, (key, item) => {
      states.set(key, {
        status: item[ATTRIBUTE.status] as Status,
        shard: item[ATTRIBUTE.shard] as string | undefined,
        due: item[ATTRIBUTE.due] as string | undefined,
        diedAt: item[ATTRIBUTE.diedAt] as string | undefined,
      })
    })
    return { states, unread }
  }

  /**
   * The rows themselves, by `keyText`, read like a look-up. An answer has at most 16 MB for each 100 keys; the rest
   * is in `unread`.
   *
   * @throws the SDK's error when a call fails as a whole
   */
  async read(
    keys: readonly RowKey[],
  ): Promise<{ readonly rows: ReadonlyMap<string, StoredRow>; readonly unread: ReadonlySet<string> }> {
    const rows = new Map<string, StoredRow>()
    const unread = await this.#readAll(keys, Object.values(ATTRIBUTE), (key, item) => rows.set(key, item))
    return { rows, unread }
  }

  /** Steps the rows; the results are in the order of the changes. A call that fails as a whole fails each of its rows. */
  async apply(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    const results = new Map<RowChange, ChangeResult>()
    const inBatches = changes.filter(({ transition }) => isStatement(TRANSITIONS[transition]))
    const others = changes.filter(({ transition }) => !isStatement(TRANSITIONS[transition]))
    const calls = [
      ...chunk(inBatches, BATCH_STATEMENT_MAX).map((part) => async () => {
        for (const [index, result] of (await this.#executeAll(part)).entries()) {
          const change = part[index]
          if (change !== undefined) results.set(change, result)
        }
      }),
      ...others.map((change) => async () => {
        results.set(change, await this.#update(change))
      }),
    ]
    await pMap(calls, (call) => call(), { concurrency: CONCURRENT_CALLS })
    return changes.map((change) => results.get(change) ?? failed('NoAnswer'))
  }

  /** The keys, by `keyText`, that DynamoDB left unprocessed. */
  async #readAll(
    keys: readonly RowKey[],
    attributes: readonly string[],
    take: (key: string, item: StoredRow) => void,
  ): Promise<Set<string>> {
    const unread = new Set<string>()
    // DynamoDB refuses a whole call that names a key twice, which a row deleted and written again brings about.
    const distinct = new Map(keys.map((key) => [keyText(key), key]))
    await pMap(
      chunk([...distinct.values()], BATCH_GET_MAX_KEYS),
      async (part) => {
        const { items, unprocessed } = await this.#read(part, attributes)
        for (const item of items) take(keyText(this.#keyOf(item)), item)
        for (const key of unprocessed) unread.add(keyText(this.#keyOf(key)))
      },
      { concurrency: CONCURRENT_CALLS },
    )
    return unread
  }

  async #read(
    keys: readonly RowKey[],
    attributes: readonly string[],
  ): Promise<{ items: StoredRow[]; unprocessed: StoredRow[] }> {
    const { tableName, keys: names } = this.#table
    const projected = [names.partitionKey, ...attributes]
    if (names.sortKey !== undefined) projected.push(names.sortKey)
    const response = await this.#client.send(
      new BatchGetCommand({
        RequestItems: {
          [tableName]: {
            ConsistentRead: true,
            Keys: keys.map((key) => keyAttributes(key, names)),
            // Only ours: a user's attribute beside them may hold what this client cannot represent.
            ProjectionExpression: projected.map((_, index) => `#${index}`).join(', '),
            ExpressionAttributeNames: Object.fromEntries(
              projected.map((attribute, index) => [`#${index}`, attribute]),
            ),
          },
        },
      }),
    )
    return {
      items: response.Responses?.[tableName] ?? [],
      unprocessed: response.UnprocessedKeys?.[tableName]?.Keys ?? [],
    }
  }

  async #executeAll(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    try {
      return await this.#execute(changes)
    } catch (error) {
      // One statement that cannot be sent at all fails its neighbours, so they are sent alone.
      const errorCode = errorName(error)
      if (changes.length > 1 && isRefusal(errorCode)) return this.#oneByOne(changes)
      return changes.map(() => failed(errorCode))
    }
  }

  async #update({ key, transition, values }: RowChange): Promise<ChangeResult> {
    try {
      const input = transitionUpdate(TRANSITIONS[transition], key, values, this.#table)
      await this.#client.send(new UpdateCommand(input))
      return { kind: 'done' }
    } catch (error) {
      const errorCode = errorName(error)
      return errorCode === 'ConditionalCheckFailedException' ? { kind: 'lost' } : failed(errorCode)
    }
  }

  async #oneByOne(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    const results: ChangeResult[] = []
    for (const change of changes) results.push(...(await this.#executeAll([change])))
    return results
  }

  async #execute(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    const response = await this.#client.send(
      new BatchExecuteStatementCommand({
        Statements: changes.map(({ key, transition, values }) =>
          transitionStatement(TRANSITIONS[transition], key, values, this.#table),
        ),
      }),
    )
    return changes.map((_, index) => {
      const answer = response.Responses?.[index]
      // Only an answer without an error is proof; a missing answer is none.
      if (answer === undefined) return failed('NoAnswer')
      const errorCode = answer.Error?.Code
      if (answer.Error === undefined) return { kind: 'done' }
      if (errorCode === 'ConditionalCheckFailed') return { kind: 'lost' }
      return failed(errorCode ?? 'UnknownError')
    })
  }

  #keyOf(item: StoredRow): RowKey {
    return keyOf(item, this.#table.keys)
  }
}

/** DynamoDB cannot read the request, or says that it breaks a rule: the same bytes are refused again. */
function isRefusal(code: string): boolean {
  return code === 'ValidationException' || code === 'ValidationError' || code === 'SerializationException'
}

function failed(errorCode: string): ChangeResult {
  return isRefusal(errorCode) ? { kind: 'failed', errorCode, permanent: true } : { kind: 'failed', errorCode }
}
