import { randomUUID } from 'node:crypto'
import { AwsError } from '../../aws-error.js'
import type { CompiledPattern } from '../../events/pattern/compile-pattern.js'
import { isRecord, type JsonRecord } from '../../record.js'
import {
  invalidProperty,
  optionalBoolean,
  optionalInteger,
  optionalList,
  optionalRecord,
  optionalText,
  requiredText,
} from '../properties.js'
import { compileFilters } from './compile-filters.js'

export type StartingPosition = 'TRIM_HORIZON' | 'LATEST'

/** What only a mapping on a stream has. */
export interface StreamSettings {
  readonly startingPosition: StartingPosition
  /** 1 to 10. */
  readonly parallelizationFactor: number
  readonly bisectOnError: boolean
  /** -1: without end. */
  readonly maximumRetryAttempts: number
  /** -1: as long as the stream keeps a record. */
  readonly maximumRecordAgeSeconds: number
  /** ARN of the queue that is told of records given up. */
  readonly onFailureArn?: string
}

/** What only a mapping on a queue has. */
export interface QueueSettings {
  readonly fifo: boolean
  /** 2 to 1,000; absent: as many as the function takes. */
  readonly maximumConcurrency?: number
}

export interface MappingSettings {
  readonly uuid: string
  readonly eventSourceArn: string
  readonly functionName: string
  readonly enabled: boolean
  readonly batchSize: number
  readonly batchingWindowSeconds: number
  /** A record passes when one of them matches, or when there is none. */
  readonly filters: readonly CompiledPattern[]
  /** As the template has it, for the API. */
  readonly filterCriteria: JsonRecord | undefined
  readonly reportBatchItemFailures: boolean
  /** `MetricsConfig` asks for the metrics of the number of events. */
  readonly countsEvents: boolean
  readonly source:
    | ({ readonly kind: 'stream' } & StreamSettings)
    | ({ readonly kind: 'queue' } & QueueSettings)
}

const STREAM_BATCH_DEFAULT = 100
const QUEUE_BATCH_DEFAULT = 10
const BATCH_MAXIMUM = 10_000
const FIFO_BATCH_MAXIMUM = 10
/** Above this a standard queue's mapping needs a window of at least a second. */
const BATCH_WITHOUT_WINDOW_MAXIMUM = 10

/**
 * Reads the properties of an `AWS::Lambda::EventSourceMapping`, with Lambda's defaults and rules.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-parameters.html
 * @param uuid of the mapping, when it exists already
 * @throws AwsError InvalidParameterValueException
 */
export function mappingSettings(properties: JsonRecord, uuid: string = randomUUID()): MappingSettings {
  const eventSourceArn = requiredText(properties, 'EventSourceArn')
  const service = eventSourceArn.split(':')[2]
  if (service !== 'dynamodb' && service !== 'sqs')
    throw new AwsError(
      'InvalidParameterValueException',
      `The local cloud runs mappings on DynamoDB streams and SQS queues, not on \`${eventSourceArn}\`.`,
    )
  const isStream = service === 'dynamodb'
  const batchSize =
    optionalInteger(properties, 'BatchSize', { minimum: 1, maximum: BATCH_MAXIMUM }) ??
    (isStream ? STREAM_BATCH_DEFAULT : QUEUE_BATCH_DEFAULT)
  const batchingWindowSeconds =
    optionalInteger(properties, 'MaximumBatchingWindowInSeconds', { minimum: 0, maximum: 300 }) ?? 0
  const filterCriteria =
    properties['FilterCriteria'] === undefined ? undefined : optionalRecord(properties, 'FilterCriteria')
  const source = isStream
    ? ({ kind: 'stream', ...streamSettings(properties) } as const)
    : ({
        kind: 'queue',
        ...queueSettings(properties, eventSourceArn, batchSize, batchingWindowSeconds),
      } as const)
  return {
    uuid,
    eventSourceArn,
    functionName: requiredText(properties, 'FunctionName'),
    enabled: optionalBoolean(properties, 'Enabled') ?? true,
    batchSize,
    batchingWindowSeconds,
    filters: compileFilters(filterCriteria, { numeric: !isStream }),
    filterCriteria,
    reportBatchItemFailures: optionalList(properties, 'FunctionResponseTypes').includes(
      'ReportBatchItemFailures',
    ),
    countsEvents: countsEvents(properties),
    source,
  }
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_EventSourceMappingMetricsConfig.html */
function countsEvents(properties: JsonRecord): boolean {
  const metrics = optionalList(optionalRecord(properties, 'MetricsConfig'), 'Metrics')
  // The others are for Kafka.
  if (metrics.some((metric) => metric !== 'EventCount'))
    throw invalidProperty('MetricsConfig.Metrics', 'EventCount or nothing', metrics)
  return metrics.length > 0
}

function streamSettings(properties: JsonRecord): StreamSettings {
  const startingPosition = requiredText(properties, 'StartingPosition')
  if (startingPosition !== 'TRIM_HORIZON' && startingPosition !== 'LATEST')
    throw invalidProperty('StartingPosition', 'TRIM_HORIZON or LATEST', startingPosition)
  return {
    startingPosition,
    parallelizationFactor:
      optionalInteger(properties, 'ParallelizationFactor', { minimum: 1, maximum: 10 }) ?? 1,
    bisectOnError: optionalBoolean(properties, 'BisectBatchOnFunctionError') ?? false,
    maximumRetryAttempts:
      optionalInteger(properties, 'MaximumRetryAttempts', { minimum: 0, maximum: 10_000, also: -1 }) ?? -1,
    maximumRecordAgeSeconds:
      optionalInteger(properties, 'MaximumRecordAgeInSeconds', { minimum: 60, maximum: 604_800, also: -1 }) ??
      -1,
    onFailureArn: onFailureArn(properties),
  }
}

function onFailureArn(properties: JsonRecord): string | undefined {
  const onFailure = optionalRecord(properties, 'DestinationConfig')['OnFailure']
  if (onFailure === undefined) return undefined
  const destination = isRecord(onFailure) ? optionalText(onFailure, 'Destination') : undefined
  // An empty one takes the destination away.
  if (destination === undefined) return undefined
  if (destination.split(':')[2] !== 'sqs')
    throw new AwsError(
      'InvalidParameterValueException',
      `The local cloud sends failed records to SQS queues only, not to \`${destination}\`.`,
    )
  return destination
}

function queueSettings(
  properties: JsonRecord,
  eventSourceArn: string,
  batchSize: number,
  windowSeconds: number,
): QueueSettings {
  const fifo = eventSourceArn.endsWith('.fifo')
  if (fifo && batchSize > FIFO_BATCH_MAXIMUM)
    throw new AwsError(
      'InvalidParameterValueException',
      `Batch size must be between 1 and ${FIFO_BATCH_MAXIMUM} for FIFO queues.`,
    )
  if (fifo && windowSeconds > 0)
    throw new AwsError('InvalidParameterValueException', 'Batching window is not supported for FIFO queues.')
  if (batchSize > BATCH_WITHOUT_WINDOW_MAXIMUM && windowSeconds === 0)
    throw new AwsError(
      'InvalidParameterValueException',
      'Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10',
    )
  return {
    fifo,
    maximumConcurrency: optionalInteger(optionalRecord(properties, 'ScalingConfig'), 'MaximumConcurrency', {
      minimum: 2,
      maximum: 1_000,
    }),
  }
}
