import {
  BatchExecuteStatementCommand,
  type BatchExecuteStatementCommandInput,
  type BatchExecuteStatementCommandOutput,
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { OutboxStore } from '../../lib/store/outbox-store.js'
import { OwnerIndex } from '../../lib/store/owner-index.js'
import { keyAttributes, keyOf, keyText, type RowKey } from '../../lib/store/row-key.js'
import type { EngineTable } from '../store/dynamodb-engine.js'
import { answeringClient } from './answering-client.js'
import { chance } from './chance.js'
import type { EventRecord, Item } from './event-record.js'
import type { Ledger } from './ledger.js'
import {
  aggregatePartition,
  DOCUMENTS,
  failsAt,
  isRow,
  LAG_RATE,
  type Line,
  namesOf,
  type Table,
  type TableOptions,
  tableFailure,
  transactionFailure,
} from './table.js'
import type { Worker } from './worker.js'

const KEYS = { partitionKey: 'pk', sortKey: 'sk' }

/** Answers of the index that it may give once more, though they are old. */
const KEPT_PAGES = 5

/** Rows in a real engine, by the code's own requests. */
export class EngineRows implements Table {
  readonly tableName: string
  readonly #table: EngineTable
  readonly #ledger: Ledger
  readonly #committed: (rows: readonly Item[]) => void
  readonly #tokens = new Set<string>()
  /** By what was asked, the latest last. */
  readonly #pages = new Map<string, object[]>()
  #lagRate = LAG_RATE

  constructor(table: EngineTable, { ledger, committed }: TableOptions) {
    this.tableName = table.tableName
    this.#table = table
    this.#ledger = ledger
    this.#committed = committed
  }

  readonly store = (line: Line): OutboxStore => new OutboxStore(this.#client(line), this.#table)

  readonly index = (line: Line): OwnerIndex => new OwnerIndex(this.#client(line), this.#table)

  readonly transact = (line: Line, input: TransactWriteCommandInput): Promise<object> =>
    line.suspend({
      name: 'TransactWriteItems',
      effect: () => this.#transact(input),
      failure: transactionFailure,
    })

  readonly remove = async ({ key }: EventRecord): Promise<void> => {
    await this.#table.client.send(
      new DeleteCommand({ TableName: this.tableName, Key: keyAttributes(key, KEYS) }),
    )
  }

  /** Here the index lags by old answers that come once more, not by writes that it has not seen. */
  readonly catchUp = (): void => undefined

  readonly stopLagging = (): void => {
    this.#lagRate = 0
  }

  readonly versionOf = async (aggregate: string): Promise<number> => {
    const Key = { pk: aggregatePartition(aggregate), sk: '-' }
    const { Item } = await this.#table.client.send(
      new GetCommand({ TableName: this.tableName, Key, ConsistentRead: true }),
    )
    return Number(Item?.['version'] ?? 0)
  }

  #client(line: Line): DynamoDBDocumentClient {
    const failure = tableFailure
    return answeringClient(DOCUMENTS, {
      BatchGetCommand: (input: BatchGetCommandInput) => {
        const keys = this.#keysOf(input)
        return line.suspend({
          name: 'BatchGetItem',
          about: namesOf(this.#ledger, keys),
          effect: ({ bits, worker }) => this.#get(input, keys, bits, worker),
          failure,
        })
      },
      BatchExecuteStatementCommand: (input: BatchExecuteStatementCommandInput) => {
        const keys = (input.Statements ?? []).map(({ Parameters = [] }) => keyAmong(Parameters))
        return line.suspend({
          name: 'BatchExecuteStatement',
          about: namesOf(this.#ledger, keys),
          effect: ({ bits, worker }) => this.#execute(input, keys, bits, worker),
          failure,
        })
      },
      UpdateCommand: (input: UpdateCommandInput) => {
        const keys = [keyOf(input.Key ?? {}, KEYS)]
        return line.suspend({
          name: 'UpdateItem',
          about: namesOf(this.#ledger, keys),
          effect: ({ worker }) =>
            this.#table.client.send(new UpdateCommand(input)).finally(() => this.#look(worker, keys)),
          failure,
        })
      },
      QueryCommand: (input: QueryCommandInput) => {
        const { ':shard': shard, ':before': before } = input.ExpressionAttributeValues ?? {}
        const question = `${shard} ${before === undefined} ${input.Select}`
        const ask = (): Promise<object> => this.#table.client.send(new QueryCommand(input))
        const mayBeOld = input.ExclusiveStartKey === undefined
        const effect = (): Promise<object> => (mayBeOld ? this.#lagging(question, ask) : ask())
        return line.suspend({ name: 'Query', effect, failure })
      },
      ScanCommand: (input: ScanCommandInput) =>
        line.suspend({
          name: 'Scan',
          effect: () => this.#lagging('all', () => this.#table.client.send(new ScanCommand(input))),
          failure,
        }),
    })
  }

  #keysOf({ RequestItems = {} }: BatchGetCommandInput): RowKey[] {
    return (RequestItems[this.tableName]?.Keys ?? []).map((key) => keyOf(key, KEYS))
  }

  async #get(
    input: BatchGetCommandInput,
    keys: readonly RowKey[],
    bits: number,
    worker: Worker,
  ): Promise<Omit<BatchGetCommandOutput, '$metadata'>> {
    const asked = input.RequestItems?.[this.tableName]
    const unread = keys.filter((_, index) => failsAt(bits, index))
    const read = keys.filter((_, index) => !failsAt(bits, index))
    const items: Item[] = []
    if (read.length > 0) {
      const Keys = read.map((key) => keyAttributes(key, KEYS))
      const answer = await this.#table.client.send(
        new BatchGetCommand({ RequestItems: { [this.tableName]: { ...asked, Keys } } }),
      )
      items.push(...(answer.Responses?.[this.tableName] ?? []))
    }
    this.#ledger.lookedUp(worker, read)
    const Keys = unread.map((key) => keyAttributes(key, KEYS))
    return {
      Responses: { [this.tableName]: items },
      UnprocessedKeys: Keys.length > 0 ? { [this.tableName]: { Keys } } : {},
    }
  }

  async #execute(
    { Statements = [] }: BatchExecuteStatementCommandInput,
    keys: readonly RowKey[],
    bits: number,
    worker: Worker,
  ): Promise<Omit<BatchExecuteStatementCommandOutput, '$metadata'>> {
    const made = Statements.filter((_, index) => !failsAt(bits, index))
    const answers: NonNullable<BatchExecuteStatementCommandOutput['Responses']> = []
    if (made.length > 0) {
      const { Responses = [] } = await this.#table.client.send(
        new BatchExecuteStatementCommand({ Statements: made }),
      )
      answers.push(...Responses)
    }
    await this.#look(worker, keys)
    return {
      Responses: Statements.map((_, index) =>
        failsAt(bits, index)
          ? { Error: { Code: 'ThrottlingError', Message: 'Slow down' } }
          : (answers.shift() ?? {}),
      ),
    }
  }

  /** Shows the ledger the rows as they are now. */
  async #look(worker: Worker, keys: readonly RowKey[]): Promise<void> {
    const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()]
    const Keys = distinct.map((key) => keyAttributes(key, KEYS))
    const { Responses } = await this.#table.client.send(
      new BatchGetCommand({ RequestItems: { [this.tableName]: { Keys, ConsistentRead: true } } }),
    )
    const items = Responses?.[this.tableName] ?? []
    const found = new Map(items.map((item) => [keyText(keyOf(item, KEYS)), item]))
    for (const key of distinct) this.#ledger.wrote(worker, key, found.get(keyText(key)))
  }

  /** The answer as it is now, or as it was some questions ago. */
  async #lagging(question: string, ask: () => Promise<object>): Promise<object> {
    const pages = this.#pages.get(question) ?? []
    this.#pages.set(question, pages)
    const old = pages[Math.floor(chance.next() * pages.length)]
    if (old !== undefined && chance.next() < this.#lagRate) return { ...old, LastEvaluatedKey: undefined }
    const page = await ask()
    pages.push(page)
    if (pages.length > KEPT_PAGES) pages.shift()
    return page
  }

  async #transact(input: TransactWriteCommandInput): Promise<object> {
    const { TransactItems = [], ClientRequestToken = '' } = input
    // Engines do not remember tokens as DynamoDB does.
    if (this.#tokens.has(ClientRequestToken)) return {}
    await this.#table.client.send(new TransactWriteCommand(input))
    this.#tokens.add(ClientRequestToken)
    this.#committed(TransactItems.flatMap(({ Put }) => Put?.Item ?? []).filter(isRow))
    return {}
  }
}

/** The key among a statement's parameters, where it stands behind what is set. */
function keyAmong(parameters: readonly unknown[]): RowKey {
  const place = parameters.findIndex((parameter) => isRow({ pk: parameter }))
  return { partition: String(parameters[place]), sort: String(parameters[place + 1]) }
}
