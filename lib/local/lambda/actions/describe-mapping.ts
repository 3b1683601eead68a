import type { JsonRecord } from '../../record.js'
import type { ManagedMapping } from '../event-source-mapping/managed-mapping.js'
import type { MappingSettings } from '../event-source-mapping/mapping-settings.js'
import type { LambdaContext } from './lambda-context.js'

/** https://docs.aws.amazon.com/lambda/latest/api/API_EventSourceMappingConfiguration.html */
export function describeMapping(
  { functions, region, accountId }: LambdaContext,
  { settings, state, lastModified, lastProcessingResult }: ManagedMapping,
): JsonRecord {
  const { uuid, filterCriteria, countsEvents } = settings
  return {
    UUID: uuid,
    EventSourceMappingArn: `arn:aws:lambda:${region}:${accountId}:event-source-mapping:${uuid}`,
    EventSourceArn: settings.eventSourceArn,
    FunctionArn: functions.find(settings.functionName).configuration.functionArn,
    BatchSize: settings.batchSize,
    MaximumBatchingWindowInSeconds: settings.batchingWindowSeconds,
    FunctionResponseTypes: settings.reportBatchItemFailures ? ['ReportBatchItemFailures'] : [],
    ...(filterCriteria === undefined ? {} : { FilterCriteria: filterCriteria }),
    ...(countsEvents ? { MetricsConfig: { Metrics: ['EventCount'] } } : {}),
    ...sourceMembers(settings.source),
    LastModified: lastModified / 1000,
    LastProcessingResult: lastProcessingResult,
    State: state,
    StateTransitionReason: 'USER_INITIATED',
  }
}

function sourceMembers(source: MappingSettings['source']): JsonRecord {
  if (source.kind === 'queue') {
    const { maximumConcurrency } = source
    return maximumConcurrency === undefined
      ? {}
      : { ScalingConfig: { MaximumConcurrency: maximumConcurrency } }
  }
  return {
    StartingPosition: source.startingPosition,
    ParallelizationFactor: source.parallelizationFactor,
    BisectBatchOnFunctionError: source.bisectOnError,
    MaximumRetryAttempts: source.maximumRetryAttempts,
    MaximumRecordAgeInSeconds: source.maximumRecordAgeSeconds,
    DestinationConfig:
      source.onFailureArn === undefined ? {} : { OnFailure: { Destination: source.onFailureArn } },
  }
}
