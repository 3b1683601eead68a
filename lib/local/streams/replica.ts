import { marshall } from '@aws-sdk/util-dynamodb'
import { callEngine } from '../dynamodb/control-plane.js'
import type { DynamoDbEngine } from '../dynamodb/dynamodb-engine.js'
import type { WriteGate } from '../dynamodb/write-gate.js'
import { LocalCloudError } from '../local-cloud-error.js'
import type { JsonRecord } from '../record.js'
import type { Activity } from '../time/activity.js'
import { itemKey } from './item-change.js'
import type { StreamRegistry } from './stream-registry.js'
import { wireItem } from './wire-item.js'

/** A write that another Region made; values as plain JavaScript, or sets. */
export type ReplicatedWrite =
  | { readonly put: Readonly<Record<string, unknown>> }
  /** The item's key. A replicated deletion by time to live is one like any other. */
  | { readonly delete: Readonly<Record<string, unknown>> }

export interface ReplicatedWriteOptions {
  /** Several changes of one item arrive as one, the last. @default false */
  readonly coalesce?: boolean
}

export interface ReplicaOptions {
  readonly tableName: string
  readonly engine: () => Promise<DynamoDbEngine>
  readonly keysOf: (tableName: string) => readonly string[]
  readonly streams: StreamRegistry
  readonly gate: WriteGate
  readonly activity: Activity
  readonly onWritten: (tableName: string) => void
}

/**
 * A replica of a global table in another Region, as far as this Region sees it: its writes arrive here without any
 * call, one by one, and each change leaves its record in the local stream.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
 */
export class Replica {
  readonly #options: ReplicaOptions

  constructor(options: ReplicaOptions) {
    this.#options = options
  }

  put(item: Readonly<Record<string, unknown>>): Promise<void> {
    return this.write([{ put: item }])
  }

  delete(key: Readonly<Record<string, unknown>>): Promise<void> {
    return this.write([{ delete: key }])
  }

  /** Resolves when they have arrived, and their records are in the stream. @throws LocalCloudError for an item without its key */
  async write(
    writes: readonly ReplicatedWrite[],
    { coalesce = false }: ReplicatedWriteOptions = {},
  ): Promise<void> {
    const { tableName, engine, streams, gate, activity, onWritten } = this.#options
    const arriving = writes.map((write) => this.#toEngine(write))
    const applied = coalesce ? [...new Map(arriving.map((one) => [one.item, one])).values()] : arriving
    await activity.run(`replication to ${tableName}`, () =>
      gate.alone(async () => {
        const stream = streams.enabled(tableName)
        await stream?.settle()
        for (const { operation, input } of applied) await callEngine(await engine(), operation, input)
        await stream?.take('replication')
        onWritten(tableName)
      }),
    )
  }

  #toEngine(write: ReplicatedWrite): {
    readonly item: string
    readonly operation: 'PutItem' | 'DeleteItem'
    readonly input: JsonRecord
  } {
    const { tableName, keysOf } = this.#options
    const attributes = wireItem(marshall('put' in write ? write.put : write.delete))
    const missing = keysOf(tableName).find((name) => attributes[name] === undefined)
    if (missing !== undefined)
      throw new LocalCloudError(`Expected \`${missing}\` to be in every item of ${tableName}, it is its key.`)
    const key = Object.fromEntries(keysOf(tableName).map((name) => [name, attributes[name]]))
    return 'put' in write
      ? { item: itemKey(key), operation: 'PutItem', input: { TableName: tableName, Item: attributes } }
      : { item: itemKey(key), operation: 'DeleteItem', input: { TableName: tableName, Key: key } }
  }
}
