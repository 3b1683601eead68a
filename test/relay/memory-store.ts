import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ATTRIBUTE } from '../../lib/store/layout.js'
import {
  type ChangeResult,
  OutboxStore,
  type RowChange,
  type RowState,
  type StoredRow,
} from '../../lib/store/outbox-store.js'
import { keyText, type RowKey } from '../../lib/store/row-key.js'
import type { Operand, RowAttribute } from '../../lib/store/transition.js'
import { TRANSITIONS } from '../../lib/store/transitions.js'

type Item = Record<string, unknown>

const KEYS = { partitionKey: 'pk', sortKey: 'sk' }

/** The state machine on rows in memory, with failures on demand. */
export class MemoryStore extends OutboxStore {
  readonly items: Map<string, Item> = new Map()
  /** Steps that were tried, in order. */
  readonly applied: RowChange[] = []
  readonly lookedUp: (readonly RowKey[])[] = []
  /** Called at each look-up; may throw, or name keys that stay unread. */
  onLookUp: (keys: readonly RowKey[]) => readonly RowKey[] = () => []
  #fails: (change: RowChange) => boolean = () => false

  constructor() {
    super(DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' })), {
      tableName: 'shop-table',
      keys: KEYS,
      ttlAttribute: 'expiresAt',
    })
  }

  put(key: RowKey, item: Item): void {
    this.items.set(keyText(key), { ...item })
  }

  get(key: RowKey): Item | undefined {
    return this.items.get(keyText(key))
  }

  /** Which steps fail from now on, without being written. */
  fail(fails: (change: RowChange) => boolean): void {
    this.#fails = fails
  }

  override async lookUp(
    keys: readonly RowKey[],
  ): Promise<{ readonly states: ReadonlyMap<string, RowState>; readonly unread: ReadonlySet<string> }> {
    this.lookedUp.push(keys)
    if (new Set(keys.map(keyText)).size < keys.length)
      throw Object.assign(new Error('Provided list of item keys contains duplicates'), {
        name: 'ValidationException',
      })
    const unread = new Set(this.onLookUp(keys).map(keyText))
    const states = new Map<string, RowState>()
    for (const key of keys) {
      const item = this.get(key)
      if (item === undefined || unread.has(keyText(key))) continue
      const { obStatus, obShard, obDue, obDiedAt } = item as {
        obStatus: RowState['status']
        obShard?: string
        obDue?: string
        obDiedAt?: string
      }
      states.set(keyText(key), { status: obStatus, shard: obShard, due: obDue, diedAt: obDiedAt })
    }
    return { states, unread }
  }

  override async read(
    keys: readonly RowKey[],
  ): Promise<{ readonly rows: ReadonlyMap<string, StoredRow>; readonly unread: ReadonlySet<string> }> {
    this.lookedUp.push(keys)
    const unread = new Set(this.onLookUp(keys).map(keyText))
    const rows = new Map<string, StoredRow>()
    for (const key of keys) {
      const item = this.get(key)
      if (item !== undefined && !unread.has(keyText(key))) rows.set(keyText(key), { ...item })
    }
    return { rows, unread }
  }

  override async apply(changes: readonly RowChange[]): Promise<ChangeResult[]> {
    return changes.map((change) => {
      this.applied.push(change)
      if (this.#fails(change)) return { kind: 'failed', errorCode: 'ThrottlingError' }
      return this.#step(change)
    })
  }

  #step({ key, transition, values }: RowChange): ChangeResult {
    const { set, remove, when, deletes } = TRANSITIONS[transition]
    const item = this.get(key)
    const operandValue = (operand: Operand): unknown =>
      'literal' in operand ? operand.literal : values[operand.parameter]
    const holds =
      item !== undefined &&
      when.every((clause) => {
        const value = item[nameOf(clause.attribute)]
        return 'equals' in clause
          ? value === operandValue(clause.equals)
          : clause.isOneOf.some((status) => status === value)
      })
    if (item === undefined || !holds) return { kind: 'lost' }
    if (deletes === true) this.items.delete(keyText(key))
    for (const [attribute, operand] of Object.entries(set) as [RowAttribute, Operand][])
      item[nameOf(attribute)] = operandValue(operand)
    for (const attribute of remove ?? []) delete item[nameOf(attribute)]
    return { kind: 'done' }
  }
}

function nameOf(attribute: RowAttribute): string {
  return attribute === 'ttl' ? 'expiresAt' : ATTRIBUTE[attribute]
}
