import { AwsError } from '../../aws-error.js'
import type { Clock } from '../../clock.js'
import type { JsonRecord } from '../../record.js'
import type { Shard } from '../shard.js'
import { encodeIterator } from '../shard-iterator.js'
import type { StreamRegistry } from '../stream-registry.js'
import { trimmed } from './trimmed.js'

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html */
export function getShardIterator(streams: StreamRegistry, clock: Clock, input: JsonRecord): JsonRecord {
  const { arn, log } = streams.find(String(input['StreamArn']))
  const shardId = String(input['ShardId'])
  const shard = log.find(shardId)
  if (shard === undefined)
    throw new AwsError(
      'ResourceNotFoundException',
      `Requested resource not found: Shard does not exist: ${shardId}`,
    )
  const after = positionOf(shard, input)
  return { ShardIterator: encodeIterator({ streamArn: arn, shardId, after }, clock.now()) }
}

/** The sequence number after which to begin. */
function positionOf(shard: Shard, input: JsonRecord): bigint {
  const type = input['ShardIteratorType']
  switch (type) {
    case 'TRIM_HORIZON':
      return shard.trimmedThrough
    case 'LATEST':
      return shard.lastSequenceNumber
    case 'AT_SEQUENCE_NUMBER':
      return within(shard, input['SequenceNumber'], type) - 1n
    case 'AFTER_SEQUENCE_NUMBER':
      return within(shard, input['SequenceNumber'], type)
    default:
      throw new AwsError(
        'ValidationException',
        `1 validation error detected: Value '${String(type)}' at 'shardIteratorType' failed to satisfy constraint: Member must satisfy enum value set: [TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER, AFTER_SEQUENCE_NUMBER]`,
      )
  }
}

function within(shard: Shard, text: unknown, type: string): bigint {
  if (typeof text !== 'string' || !/^\d{21,40}$/.test(text))
    throw new AwsError('ValidationException', `Invalid SequenceNumber for the iterator type ${type}`)
  const number = BigInt(text)
  const { startingSequenceNumber, lastSequenceNumber, trimmedThrough } = shard
  if (number < startingSequenceNumber || number > lastSequenceNumber)
    throw new AwsError('ValidationException', `Invalid SequenceNumber: ${text} is not in ${shard.shardId}`)
  // The number of the last record that is gone is a place still: the oldest record follows it.
  const isGone = type === 'AT_SEQUENCE_NUMBER' ? number <= trimmedThrough : number < trimmedThrough
  if (isGone && trimmedThrough > startingSequenceNumber) throw trimmed()
  return number
}
