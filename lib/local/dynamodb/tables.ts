import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { StreamViewType } from '../streams/stream-record.js'
import type { StreamRegistry } from '../streams/stream-registry.js'
import type { ArnTranslation } from './arn-translation.js'
import { callEngine } from './control-plane.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import { tableNameOf } from './table-name-of.js'
import type { TimeToLive } from './time-to-live.js'
import type { WriteGate } from './write-gate.js'

export interface TablesOptions {
  readonly engine: () => Promise<DynamoDbEngine>
  readonly arns: ArnTranslation
  readonly streams: StreamRegistry
  readonly timeToLive: TimeToLive
  readonly gate: WriteGate
  readonly clock: Clock
}

export type TableOperation = 'CreateTable' | 'DeleteTable' | 'DescribeTable' | 'UpdateTable'

interface KnownTable {
  /** Virtual time, milliseconds since the epoch. */
  readonly createdAt: number
  /** Partition key first. */
  readonly keys: readonly string[]
}

/**
 * The tables as clients see them. An engine's stream always has both images, whatever the view type: the local cloud
 * cuts the records itself, and knows a write that changed nothing.
 */
export class Tables {
  readonly #options: TablesOptions
  readonly #known = new Map<string, KnownTable>()

  constructor(options: TablesOptions) {
    this.#options = options
  }

  /** The names of a table's key attributes, the partition key first; empty for an unknown table. */
  keysOf(tableName: string): readonly string[] {
    return this.#known.get(tableName)?.keys ?? []
  }

  /** @throws AwsError as the engine answers */
  async call(operation: TableOperation, input: JsonRecord): Promise<JsonRecord> {
    if (operation === 'DescribeTable') return this.#toClient(await this.#ask(operation, input))
    // Nobody writes while a stream comes or goes: each record is in one stream or in none.
    return this.#options.gate.alone(() => this.#change(operation, input))
  }

  async #change(operation: TableOperation, input: JsonRecord): Promise<JsonRecord> {
    const { streams, timeToLive, clock } = this.#options
    const tableName = tableNameOf(String(input['TableName']))
    const wanted = isRecord(input['StreamSpecification']) ? input['StreamSpecification'] : undefined
    const current = streams.enabled(tableName)
    if (operation === 'UpdateTable' && wanted?.['StreamEnabled'] === true && current !== undefined)
      throw new AwsError(
        'ValidationException',
        `Table already has an enabled stream: TableName: ${tableName}`,
      )
    await current?.settle()
    const output = await this.#ask(operation, withBothImages(input))
    const description = descriptionOf(output)
    if (operation === 'CreateTable') this.#known.set(tableName, knownTable(description, clock.now()))
    const switchedOff = operation === 'UpdateTable' && wanted?.['StreamEnabled'] === false
    if (switchedOff || operation === 'DeleteTable') current?.disable(clock.now())
    if (operation === 'DeleteTable') timeToLive.forget(tableName)
    if (wanted?.['StreamEnabled'] === true) await this.#enableStream(tableName, wanted)
    return this.#toClient(output)
  }

  async #enableStream(tableName: string, { StreamViewType: viewType }: JsonRecord): Promise<void> {
    const { engine, streams } = this.#options
    // An engine that is still making the table may not name its stream yet.
    const described = await this.#ask('DescribeTable', { TableName: tableName })
    const { LatestStreamArn: engineArn, KeySchema: keySchema } = descriptionOf(described)
    await streams.enable(await engine(), {
      tableName,
      viewType: viewTypeOf(viewType),
      keySchema,
      engineArn: String(engineArn),
    })
  }

  /** In the engine's terms. */
  async #ask(operation: TableOperation, input: JsonRecord): Promise<JsonRecord> {
    const { engine, arns } = this.#options
    const translated: JsonRecord = JSON.parse(arns.toEngine(JSON.stringify(input)))
    return callEngine(await engine(), operation, translated)
  }

  #toClient(output: JsonRecord): JsonRecord {
    const { arns, streams } = this.#options
    const translated: JsonRecord = JSON.parse(arns.toClient(JSON.stringify(output)))
    return Object.fromEntries(
      Object.entries(translated).map(([name, description]) =>
        isRecord(description) ? [name, this.#described(description, streams)] : [name, description],
      ),
    )
  }

  #described(description: JsonRecord, streams: StreamRegistry): JsonRecord {
    const tableName = String(description['TableName'])
    const {
      LatestStreamArn: _arn,
      LatestStreamLabel: _label,
      StreamSpecification: _spec,
      ...rest
    } = description
    const stream = streams.latest(tableName)
    const known = this.#known.get(tableName)
    return {
      ...rest,
      ...(known === undefined ? {} : { CreationDateTime: known.createdAt / 1000 }),
      ...(stream === undefined ? {} : { LatestStreamArn: stream.arn, LatestStreamLabel: stream.label }),
      ...(stream === undefined || stream.disabledAt !== undefined
        ? {}
        : { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.viewType } }),
    }
  }
}

/** @throws AwsError ValidationException for a view type that there is not */
function withBothImages(input: JsonRecord): JsonRecord {
  const { StreamSpecification: specification } = input
  if (!isRecord(specification) || specification['StreamEnabled'] !== true) return input
  viewTypeOf(specification['StreamViewType'])
  return { ...input, StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }
}

function viewTypeOf(value: unknown): StreamViewType {
  switch (value) {
    case 'KEYS_ONLY':
    case 'NEW_IMAGE':
    case 'OLD_IMAGE':
    case 'NEW_AND_OLD_IMAGES':
      return value
    default:
      throw new AwsError(
        'ValidationException',
        'One or more parameter values were invalid: Table StreamEnabled is true but StreamViewType is not one of NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY',
      )
  }
}

function descriptionOf({ TableDescription: changed, Table: described }: JsonRecord): JsonRecord {
  if (isRecord(changed)) return changed
  return isRecord(described) ? described : {}
}

function knownTable({ KeySchema: keySchema }: JsonRecord, createdAt: number): KnownTable {
  const elements: readonly unknown[] = Array.isArray(keySchema) ? keySchema : []
  const keys = elements
    .filter(isRecord)
    .sort((one, other) => String(one['KeyType']).localeCompare(String(other['KeyType'])))
    .map((element) => String(element['AttributeName']))
  return { createdAt, keys }
}
