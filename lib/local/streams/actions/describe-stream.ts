import { AwsError } from '../../aws-error.js'
import { isRecord, type JsonRecord } from '../../record.js'
import type { Shard } from '../shard.js'
import type { StreamRegistry } from '../stream-registry.js'
import { limitOf } from './limit-of.js'

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_DescribeStream.html */
export function describeStream(streams: StreamRegistry, input: JsonRecord): JsonRecord {
  const stream = streams.find(String(input['StreamArn']))
  const limit = limitOf(input, 100)
  const start = input['ExclusiveStartShardId']
  const wanted = filtered(stream.log.shards(), input['ShardFilter'])
  const from = start === undefined ? 0 : wanted.findIndex(({ shardId }) => shardId === start) + 1
  const page = wanted.slice(from, from + limit)
  const last = from + page.length < wanted.length ? page.at(-1)?.shardId : undefined
  return {
    StreamDescription: {
      StreamArn: stream.arn,
      StreamLabel: stream.label,
      StreamStatus: stream.disabledAt === undefined ? 'ENABLED' : 'DISABLED',
      StreamViewType: stream.viewType,
      CreationRequestDateTime: stream.createdAt / 1000,
      TableName: stream.tableName,
      KeySchema: stream.keySchema,
      Shards: page.map(describeShard),
      ...(last === undefined ? {} : { LastEvaluatedShardId: last }),
    },
  }
}

/** `ShardFilter` asks for the children of one shard. */
function filtered(shards: readonly Shard[], filter: unknown): readonly Shard[] {
  if (filter === undefined) return shards
  const { Type: type, ShardId: parent } = isRecord(filter) ? filter : {}
  if (type !== 'CHILD_SHARDS' || typeof parent !== 'string')
    throw new AwsError(
      'ValidationException',
      'Expected `ShardFilter` to have the type CHILD_SHARDS and the id of a shard.',
    )
  return shards.filter(({ parentShardId }) => parentShardId === parent)
}

function describeShard(shard: Shard): JsonRecord {
  const { shardId, parentShardId, startingSequenceNumber, lastSequenceNumber, closedAt } = shard
  return {
    ShardId: shardId,
    SequenceNumberRange: {
      StartingSequenceNumber: String(startingSequenceNumber),
      ...(closedAt === undefined ? {} : { EndingSequenceNumber: String(lastSequenceNumber) }),
    },
    ...(parentShardId === undefined ? {} : { ParentShardId: parentShardId }),
  }
}
