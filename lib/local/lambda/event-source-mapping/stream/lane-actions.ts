import { STREAM_RETENTION } from '../../../streams/stream-log.js'
import type { EventCounts } from '../event-counts.js'
import type { InvokedFunction, MappingEnvironment } from '../mapping-environment.js'
import { invokeBatch } from './invoke-batch.js'
import type { DiscardCondition } from './lane.js'
import type { Attempt, LaneActions } from './lane-driver.js'
import type { OnFailureDestination } from './on-failure-destination.js'
import type { ProcessingResult } from './processing-result.js'
import type { StreamPolicy } from './stream-policy.js'
import type { StreamRecord } from './stream-record.js'

export interface LaneActionsOptions {
  readonly environment: MappingEnvironment
  readonly lambda: InvokedFunction
  readonly policy: StreamPolicy
  readonly tellOnFailure: OnFailureDestination
  readonly result: ProcessingResult
  readonly counts: EventCounts
  readonly streamArn: string
  readonly shardId: string
}

/** What a mapping does with the batches of a shard, with the metrics that Lambda publishes of it. */
export function laneActions(options: LaneActionsOptions): LaneActions {
  const { environment, lambda, policy, tellOnFailure, result, counts, streamArn, shardId } = options
  const { clock, local, redelivery } = environment
  const { functionArn, functionName } = lambda.configuration
  return {
    invoke: async (records) => {
      const now = clock.now()
      local.spies.recordMetric({
        namespace: 'AWS/Lambda',
        name: 'IteratorAge',
        dimensions: { FunctionName: functionName },
        value: Math.max(0, now - (records.at(-1)?.createdAt ?? now)),
        unit: 'Milliseconds',
        at: new Date(now),
      })
      counts.count('InvokedEventCount', records.length)
      const attempt = await invokeBatch(lambda, records, policy)
      counts.count('FailedInvokeEventCount', failedRecords(attempt, records))
      result.attempted(attempt)
      return attempt
    },
    discard: async (batch, condition, signal) => {
      const context = { condition, functionArn, streamArn, shardId, now: clock.now() }
      const isTold = await tellOnFailure(batch, context, signal)
      if (isTold) counts.count('OnFailureDestinationDeliveredEventCount', batch.records.length)
      else if (isDropped(condition, policy)) counts.count('DroppedEventCount', batch.records.length)
    },
    losesCheckpoint: () => redelivery > 0 && local.random() < redelivery,
  }
}

/** How many records come again, or would if they had a retry left. */
function failedRecords(attempt: Attempt, { length }: readonly StreamRecord[]): number {
  if (attempt.kind === 'not-invoked' || attempt.outcome.kind === 'failure') return length
  return attempt.outcome.kind === 'partial' ? length - attempt.outcome.firstFailed : 0
}

/** Records that the stream itself no longer keeps are not counted as dropped by the mapping. */
function isDropped(condition: DiscardCondition, { maximumRecordAge }: StreamPolicy): boolean {
  if (condition === 'RetryAttemptsExhausted') return true
  return maximumRecordAge !== -1 && maximumRecordAge < STREAM_RETENTION
}
