import { Aws } from 'aws-cdk-lib'
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { ATTRIBUTE, type Owner } from '../store/layout.js'
import { grantSendOnly } from './grant-send-only.js'
import type { RelaySettings } from './settings.js'

const FRESH: Owner = 'P'

export interface RelayMappingSource {
  readonly target: IFunction
  readonly tableStreamArn: string
  readonly relayFailureQueue: IQueue
}

/** Every setting is stated: Lambda's defaults are made for streams that may lose records. */
export function relayMapping(
  scope: Construct,
  relay: RelaySettings,
  { target, tableStreamArn, relayFailureQueue }: RelayMappingSource,
): EventSourceMapping {
  return new EventSourceMapping(scope, 'RelayMapping', {
    target,
    eventSourceArn: tableStreamArn,
    enabled: true,
    // LATEST would skip what is written while the mapping is being made.
    // https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: [FilterCriteria.filter(freshRowsOfThisRegion())],
    batchSize: relay.batchSize,
    maxBatchingWindow: relay.maxBatchingWindow,
    // Above 1, Lambda keeps order per item only, and an aggregate's events are different items.
    parallelizationFactor: 1,
    reportBatchItemFailures: true,
    // Finds the record that kills the process; costs no retry.
    // https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
    bisectBatchOnError: true,
    retryAttempts: relay.retryAttempts,
    maxRecordAge: relay.maxRecordAge,
    onFailure: {
      bind: (_mapping, relayFunction) => {
        grantSendOnly(relayFunction, relayFailureQueue)
        return { destination: relayFailureQueue.queueArn }
      },
    },
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
  })
}

/**
 * A replica of a global table has the rows of all Regions in its stream, so the Region is part of the filter. The
 * relay's own updates, hand-overs and deletions are no INSERT: they cost no invocation.
 */
function freshRowsOfThisRegion(): Record<string, unknown> {
  return {
    eventName: FilterRule.isEqual('INSERT'),
    dynamodb: {
      NewImage: { [ATTRIBUTE.shard]: { S: FilterRule.beginsWith(`${FRESH}#${Aws.REGION}#`) } },
    },
  }
}
