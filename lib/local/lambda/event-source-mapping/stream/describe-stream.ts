import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'

export interface StreamDescription {
  /** Parents before their children. */
  readonly shards: readonly Shard[]
  /** It was switched off: nothing follows. */
  readonly isOff: boolean
}

/** All pages of DescribeStream. @throws the SDK's error */
export async function describeStream(
  client: DynamoDBStreamsClient,
  streamArn: string,
  signal: AbortSignal,
): Promise<StreamDescription> {
  const shards: Shard[] = []
  let ExclusiveStartShardId: string | undefined
  let isOff = false
  do {
    const { StreamDescription: page } = await client.send(
      new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId }),
      { abortSignal: signal },
    )
    shards.push(...(page?.Shards ?? []))
    isOff = page?.StreamStatus === 'DISABLED'
    ExclusiveStartShardId = page?.LastEvaluatedShardId
  } while (ExclusiveStartShardId !== undefined)
  return { shards, isOff }
}
