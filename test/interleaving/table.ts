import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { PARTITION_PREFIX } from '../../lib/store/layout.js'
import type { OutboxStore } from '../../lib/store/outbox-store.js'
import type { OwnerIndex } from '../../lib/store/owner-index.js'
import type { RowKey } from '../../lib/store/row-key.js'
import { awsError } from '../destination/event-bridge.js'
import { canceled, rawClient } from '../outbox/mocked-outbox.js'
import type { CallSpec } from './calls.js'
import type { EventRecord, Item } from './event-record.js'
import type { Ledger } from './ledger.js'

/** The way of one process into the world. */
export interface Line {
  readonly suspend: <T>(spec: CallSpec<T>) => Promise<T>
}

/** Where the rows are. Each call that reaches it is suspended until the world releases it. */
export interface Table {
  readonly tableName: string
  readonly store: (line: Line) => OutboxStore
  readonly index: (line: Line) => OwnerIndex
  /** A request of the write path. */
  readonly transact: (line: Line, input: TransactWriteCommandInput) => Promise<object>
  /** TTL deletes the row. */
  readonly remove: (event: EventRecord) => Promise<void>
  /** The index learns of one more write. */
  readonly catchUp: (number: number) => void
  /** The index lags no more. */
  readonly stopLagging: () => void
  /** The version of an aggregate as its item has it; 0 when there is none. */
  readonly versionOf: (aggregate: string) => Promise<number>
}

export interface TableOptions {
  readonly ledger: Ledger
  readonly committed: (rows: readonly Item[]) => void
}

/** How much of what is written the index learns of later only. */
export const LAG_RATE = 0.3

/** For clients whose requests are all answered by the world. */
export const DOCUMENTS: DynamoDBDocumentClient = DynamoDBDocumentClient.from(rawClient())

export function transactionFailure(bits: number): Error {
  return bits % 3 === 0 ? canceled('TransactionConflict') : tableFailure(bits)
}

export function tableFailure(bits: number): Error {
  return bits % 2 === 0
    ? awsError('ProvisionedThroughputExceededException', 400, 'Slow down')
    : Object.assign(new Error('socket hang up'), { name: 'TimeoutError' })
}

/** The failures among so many, bit by bit. */
export function failsAt(bits: number, index: number): boolean {
  return ((bits >> (index % 24)) & 1) === 1
}

/** The partition key of the aggregate's own item. */
export function aggregatePartition(aggregate: string): string {
  return `THING#${aggregate}`
}

/** An outbox row, not an aggregate's own item. */
export function isRow(item: Item): boolean {
  return String(item['pk']).startsWith(PARTITION_PREFIX)
}

/** For people. */
export function namesOf(ledger: Ledger, keys: readonly RowKey[]): string {
  return keys.map((key) => ledger.ofKey(key)?.name ?? '?').join(' ')
}
