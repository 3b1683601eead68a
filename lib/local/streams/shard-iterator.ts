import { AwsError } from '../aws-error.js'
import { isRecord } from '../record.js'

/** A place in a shard: after the record with the sequence number. */
export interface ShardPosition {
  readonly streamArn: string
  readonly shardId: string
  readonly after: bigint
}

/** How long an iterator lives, in milliseconds. */
const LIFETIME = 15 * 60 * 1000

/** An iterator in AWS's form: the ARN, and what only the service understands. */
export function encodeIterator({ streamArn, shardId, after }: ShardPosition, now: number): string {
  const opaque = JSON.stringify({ shardId, after: String(after), at: now })
  return `${streamArn}|1|${Buffer.from(opaque).toString('base64')}`
}

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html
 * @throws AwsError ValidationException, ExpiredIteratorException
 */
export function decodeIterator(iterator: unknown, now: number): ShardPosition {
  const [streamArn, , opaque] = typeof iterator === 'string' ? iterator.split('|') : []
  const { shardId, after, at } = parsed(opaque)
  if (
    streamArn === undefined ||
    typeof shardId !== 'string' ||
    typeof after !== 'string' ||
    typeof at !== 'number'
  )
    throw new AwsError('ValidationException', 'Invalid ShardIterator')
  if (now > at + LIFETIME)
    throw new AwsError(
      'ExpiredIteratorException',
      'The shard iterator has expired: it is older than 15 minutes.',
    )
  return { streamArn, shardId, after: BigInt(after) }
}

function parsed(opaque: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(opaque ?? '', 'base64').toString())
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
