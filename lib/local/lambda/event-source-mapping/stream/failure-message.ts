import type { Batch } from './batch.js'
import type { DiscardCondition } from './lane.js'

export interface FailureContext {
  readonly condition: DiscardCondition
  readonly functionArn: string
  readonly streamArn: string
  readonly shardId: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * What Lambda sends to an on-failure queue: where in the stream the records are, not the records.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function failureMessage({ records, invocations, last }: Batch, context: FailureContext): object {
  const { condition, functionArn, streamArn, shardId, now } = context
  const [first] = records
  const final = records.at(-1)
  return {
    requestContext: {
      requestId: last?.requestId,
      functionArn,
      condition,
      approximateInvokeCount: invocations,
    },
    // Absent when the function was never invoked.
    ...(last === undefined
      ? {}
      : {
          responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: last.functionError },
        }),
    version: '1.0',
    timestamp: new Date(now).toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first?.sequenceNumber,
      endSequenceNumber: final?.sequenceNumber,
      approximateArrivalOfFirstRecord: arrival(first?.createdAt),
      approximateArrivalOfLastRecord: arrival(final?.createdAt),
      batchSize: records.length,
      streamArn,
    },
  }
}

/** Without milliseconds: the stream's times have a precision of one second. */
function arrival(createdAt = 0): string {
  return `${new Date(createdAt).toISOString().slice(0, 19)}Z`
}
