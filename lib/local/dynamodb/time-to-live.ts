import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import { isRecord, type JsonRecord } from '../record.js'
import { tableNameOf } from './table-name-of.js'

/** How long a change of the setting takes, in milliseconds; until then there is no other one. */
const CHANGE = 60 * 60 * 1000

interface Setting {
  readonly attribute: string
  readonly enabled: boolean
  /** Virtual time, milliseconds since the epoch. */
  readonly changedAt: number
}

/**
 * Which attribute says when items expire, by table. The engine is never told: it would delete by the real time.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html
 */
export class TimeToLive {
  readonly #clock: Clock
  readonly #settings = new Map<string, Setting>()
  #onEnabled: (tableName: string) => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Told of each table whose items expire from now on. */
  onEnabled(listener: (tableName: string) => void): void {
    this.#onEnabled = listener
  }

  /** The name of the attribute; undefined when items of the table do not expire. */
  attributeOf(tableName: string): string | undefined {
    const setting = this.#settings.get(tableName)
    return setting?.enabled === true ? setting.attribute : undefined
  }

  forget(tableName: string): void {
    this.#settings.delete(tableName)
  }

  /** The template's setting is there from the beginning. */
  provision(tableName: string, attribute: string): void {
    this.#settings.set(tableName, { attribute, enabled: true, changedAt: this.#clock.now() - CHANGE })
    this.#onEnabled(tableName)
  }

  describe(table: string): JsonRecord {
    const attribute = this.attributeOf(tableNameOf(table))
    return {
      TimeToLiveDescription:
        attribute === undefined
          ? { TimeToLiveStatus: 'DISABLED' }
          : { TimeToLiveStatus: 'ENABLED', AttributeName: attribute },
    }
  }

  /** @throws AwsError ValidationException */
  update({ TableName: table, TimeToLiveSpecification: specification }: JsonRecord): JsonRecord {
    const tableName = tableNameOf(String(table))
    const { Enabled: enabled, AttributeName: attribute } = isRecord(specification) ? specification : {}
    if (typeof enabled !== 'boolean' || typeof attribute !== 'string' || attribute === '')
      throw invalid('TimeToLiveSpecification needs Enabled and an AttributeName of 1 to 255 characters')
    const now = this.#clock.now()
    const { changedAt = now - CHANGE } = this.#settings.get(tableName) ?? {}
    const current = this.attributeOf(tableName)
    if (now < changedAt + CHANGE)
      throw invalid('Time to live has been modified multiple times within a fixed interval')
    if (enabled === (current !== undefined))
      throw invalid(`TimeToLive is already ${enabled ? 'enabled' : 'disabled'}`)
    if (current !== undefined && current !== attribute)
      throw invalid(`TimeToLive is active on a different AttributeName: current AttributeName is ${current}`)
    this.#settings.set(tableName, { attribute, enabled, changedAt: now })
    if (enabled) this.#onEnabled(tableName)
    return { TimeToLiveSpecification: { Enabled: enabled, AttributeName: attribute } }
  }
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message)
}
