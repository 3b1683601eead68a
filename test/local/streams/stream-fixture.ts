import type { ItemChange } from '../../../lib/local/streams/item-change.js'
import type { LoggedRecord } from '../../../lib/local/streams/shard.js'
import { StreamLog } from '../../../lib/local/streams/stream-log.js'
import { type StreamOptions, streamSettings } from '../../../lib/local/streams/stream-options.js'
import { seededRandom } from '../../../lib/local/time/seeded-random.js'
import { ManualClock } from '../lambda/manual-clock.js'

export const START: number = Date.UTC(2026, 0, 1)
export const STREAM = 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026-01-01T00:00:00.000'

export interface LogFixture {
  readonly log: StreamLog
  readonly clock: ManualClock
}

export function newLog(options: StreamOptions = {}, seed = 1): LogFixture {
  const clock = new ManualClock(START)
  const log = new StreamLog({
    streamArn: STREAM,
    region: 'eu-west-1',
    viewType: 'NEW_AND_OLD_IMAGES',
    partitionKey: 'pk',
    settings: streamSettings({ recordsPerShard: 0, ...options }),
    clock,
    random: seededRandom(seed),
  })
  return { log, clock }
}

export function insert(pk: string, sk = '1'): ItemChange {
  const keys = { pk: { S: pk }, sk: { S: sk } }
  return { eventName: 'INSERT', keys, newImage: keys }
}

/** `pk/sk` of a record. */
export function name({ record }: Pick<LoggedRecord, 'record'>): string {
  const { pk, sk } = Object(record['dynamodb']).Keys
  return `${pk.S}/${sk.S}`
}

/** Everything that the shards hold, without reading. */
export function names(log: StreamLog): string[] {
  return log.shards().flatMap((shard) => shard.after(0n, Number.MAX_SAFE_INTEGER).map(name))
}
