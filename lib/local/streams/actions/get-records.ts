import type { Clock } from '../../clock.js'
import type { JsonRecord } from '../../record.js'
import type { LoggedRecord, Shard } from '../shard.js'
import { decodeIterator, encodeIterator } from '../shard-iterator.js'
import type { StreamRegistry } from '../stream-registry.js'
import { limitOf } from './limit-of.js'
import { trimmed } from './trimmed.js'

const MAXIMUM_RECORDS = 1000
const MAXIMUM_BYTES = 1024 * 1024

/**
 * Up to 1,000 records or 1 MB.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html
 */
export function getRecords(streams: StreamRegistry, clock: Clock, input: JsonRecord): JsonRecord {
  const limit = limitOf(input, MAXIMUM_RECORDS)
  const position = decodeIterator(input['ShardIterator'], clock.now())
  const { log } = streams.find(position.streamArn)
  const shard = log.find(position.shardId)
  if (shard === undefined || isTrimmed(shard, position.after)) throw trimmed()
  const page = log.read(shard, position.after, limit)
  const records = withinBytes(page.records)
  const after = records.at(-1)?.sequenceNumber ?? position.after
  const ended = page.ended && records.length === page.records.length
  return {
    Records: records.map(({ record }) => record),
    ...(ended ? {} : { NextShardIterator: encodeIterator({ ...position, after }, clock.now()) }),
  }
}

/** At least one. */
function withinBytes(records: readonly LoggedRecord[]): readonly LoggedRecord[] {
  let bytes = 0
  const tooMany = records.findIndex((record, index) => {
    bytes += record.bytes
    return index > 0 && bytes > MAXIMUM_BYTES
  })
  return tooMany === -1 ? records : records.slice(0, tooMany)
}

/** At the beginning of a shard of which nothing is gone, there is nothing to miss. */
function isTrimmed({ trimmedThrough, startingSequenceNumber }: Shard, after: bigint): boolean {
  return trimmedThrough > startingSequenceNumber && after < trimmedThrough
}
