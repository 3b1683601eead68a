import pMap from 'p-map'
import { AwsError } from '../aws-error.js'
import type { Clock } from '../clock.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { SpyLog } from '../spy-log.js'
import type { StreamRegistry } from '../streams/stream-registry.js'
import type { Activity } from '../time/activity.js'
import { callEngine } from './control-plane.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import type { TimeToLive } from './time-to-live.js'
import type { WriteGate } from './write-gate.js'

export interface ExpirySweepOptions {
  readonly engine: () => Promise<DynamoDbEngine>
  readonly streams: StreamRegistry
  readonly timeToLive: TimeToLive
  readonly keysOf: (tableName: string) => readonly string[]
  readonly gate: WriteGate
  readonly clock: Clock
  readonly activity: Activity
  readonly spies: Pick<SpyLog, 'warn'>
  readonly random: () => number
}

const HOUR = 60 * 60 * 1000
/** AWS deletes "within a few days"; here an expired item stays for up to that many milliseconds. */
const LONGEST_DELAY = 4 * HOUR
/** Items that expired longer ago are never deleted. Seconds. */
const TOO_OLD = 5 * 365 * 24 * 60 * 60
/** Deletions at once. */
const CONCURRENCY = 8

interface Expiring {
  readonly key: JsonRecord
  /** The attribute's text: seconds since the epoch. */
  readonly expiry: string
}

/**
 * Deletes expired items, some hours late as DynamoDB does. It looks into a table an hour after somebody wrote to it,
 * and when the next item that it saw has expired: never into one in which nothing can expire.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html
 */
export class ExpirySweep {
  readonly #options: ExpirySweepOptions
  /** By table, when to look next and what ends the waiting. */
  readonly #next = new Map<string, { readonly due: number; readonly cancel: AbortController }>()
  readonly #work = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: ExpirySweepOptions) {
    this.#options = options
    options.timeToLive.onEnabled((tableName) => this.written(tableName))
  }

  /** Somebody wrote to the table. */
  written(tableName: string): void {
    if (this.#options.timeToLive.attributeOf(tableName) !== undefined)
      this.#lookAt(tableName, this.#options.clock.now() + HOUR)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { cancel } of this.#next.values()) cancel.abort()
    this.#next.clear()
    await Promise.all(this.#work)
  }

  #lookAt(tableName: string, due: number): void {
    const next = this.#next.get(tableName)
    if (this.#isStopped || (next !== undefined && next.due <= due)) return
    next?.cancel.abort()
    const cancel = new AbortController()
    this.#next.set(tableName, { due, cancel })
    const work = this.#wait(tableName, due, cancel.signal).finally(() => this.#work.delete(work))
    this.#work.add(work)
  }

  async #wait(tableName: string, due: number, signal: AbortSignal): Promise<void> {
    const { clock, activity, spies } = this.#options
    await clock.sleep(Math.max(0, due - clock.now()), signal)
    if (signal.aborted) return
    this.#next.delete(tableName)
    try {
      await activity.run(`expired items of ${tableName}`, () => this.#sweep(tableName))
    } catch (error) {
      spies.warn(`Expired items of ${tableName} cannot be deleted: ${reasonOf(error)}`)
      this.#lookAt(tableName, clock.now() + HOUR)
    }
  }

  async #sweep(tableName: string): Promise<void> {
    const { timeToLive, clock, random } = this.#options
    const attribute = timeToLive.attributeOf(tableName)
    if (attribute === undefined) return
    const now = clock.now() / 1000
    const items = await this.#scan(tableName, attribute)
    const expired = items.filter(({ expiry }) => Number(expiry) <= now && Number(expiry) >= now - TOO_OLD)
    if (expired.length > 0) await this.#delete(tableName, attribute, expired)
    const future = items.map(({ expiry }) => Number(expiry)).filter((expiry) => expiry > now)
    const next = future.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
    if (!Number.isFinite(next)) return
    const due = next * 1000 + random() * LONGEST_DELAY
    this.#lookAt(tableName, Math.max(due, clock.now() + HOUR))
  }

  /** The items whose attribute is a number. */
  async #scan(tableName: string, attribute: string): Promise<readonly Expiring[]> {
    const engine = await this.#options.engine()
    const keys = this.#options.keysOf(tableName)
    const names = Object.fromEntries([attribute, ...keys].map((name, index) => [`#${index}`, name]))
    const found: Expiring[] = []
    let start: unknown
    do {
      const { Items: items, LastEvaluatedKey: last } = await callEngine(engine, 'Scan', {
        TableName: tableName,
        ConsistentRead: true,
        FilterExpression: 'attribute_type(#0, :number)',
        ProjectionExpression: Object.keys(names).join(', '),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':number': { S: 'N' } },
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      })
      for (const item of Array.isArray(items) ? items.filter(isRecord) : []) {
        const { N: expiry } = isRecord(item[attribute]) ? item[attribute] : {}
        found.push({
          key: Object.fromEntries(keys.map((name) => [name, item[name]])),
          expiry: String(expiry),
        })
      }
      start = last
    } while (start !== undefined)
    return found
  }

  /** Each one only if its attribute is still the same. One that fails holds up no other. */
  async #delete(tableName: string, attribute: string, items: readonly Expiring[]): Promise<void> {
    const engine = await this.#options.engine()
    const stream = this.#options.streams.enabled(tableName)
    await this.#options.gate.alone(async () => {
      await stream?.settle()
      try {
        await pMap(
          items,
          async ({ key, expiry }) => {
            await callEngine(engine, 'DeleteItem', {
              TableName: tableName,
              Key: key,
              ConditionExpression: '#expiry = :seen',
              ExpressionAttributeNames: { '#expiry': attribute },
              ExpressionAttributeValues: { ':seen': { N: expiry } },
            }).catch(unlessChanged)
          },
          { concurrency: CONCURRENCY, stopOnError: false },
        )
      } finally {
        // Whoever reads the stream next would take those that went through for anybody's deletions.
        await stream?.take('time-to-live')
      }
    })
  }
}

/** Of several errors the first. */
function reasonOf(error: unknown): string {
  return String(error instanceof AggregateError ? error.errors[0] : error)
}

function unlessChanged(error: unknown): void {
  if (!(error instanceof AwsError) || error.code !== 'ConditionalCheckFailedException') throw error
}
