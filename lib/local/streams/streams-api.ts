import type { Clock } from '../clock.js'
import type { JsonRecord } from '../record.js'
import { describeStream } from './actions/describe-stream.js'
import { getRecords } from './actions/get-records.js'
import { getShardIterator } from './actions/get-shard-iterator.js'
import { listStreams } from './actions/list-streams.js'
import type { StreamRegistry } from './stream-registry.js'

/** The API of DynamoDB Streams, by operation. */
export function streamsApi(
  streams: StreamRegistry,
  clock: Clock,
): ReadonlyMap<string, (input: JsonRecord) => JsonRecord> {
  return new Map([
    ['ListStreams', (input: JsonRecord) => listStreams(streams, input)],
    ['DescribeStream', (input: JsonRecord) => describeStream(streams, input)],
    ['GetShardIterator', (input: JsonRecord) => getShardIterator(streams, clock, input)],
    ['GetRecords', (input: JsonRecord) => getRecords(streams, clock, input)],
  ])
}
