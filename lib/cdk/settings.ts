import { Duration } from 'aws-cdk-lib'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { DEFAULT_KEYS, DEFAULT_TTL_ATTRIBUTE, type KeyNames } from '../environment.js'
import { DEFAULT_MAX_EVENT_BYTES } from '../limits.js'
import {
  DEFAULT_BACKOFF_BASE,
  DEFAULT_BACKOFF_CAP,
  DEFAULT_BATCH_SIZE,
  DEFAULT_BATCHING_WINDOW,
  DEFAULT_GIVE_UP_AFTER,
  DEFAULT_INTERVAL,
  DEFAULT_LOG_LEVEL,
  DEFAULT_LOG_RETENTION,
  DEFAULT_MEMORY_MIB,
  DEFAULT_RECORD_AGE,
  DEFAULT_RETENTION,
  DEFAULT_STRICT_ORDER,
  DEFAULT_SWEEP_TIMEOUT,
  DEFAULT_TIMEOUT,
  defaultGraceSeconds,
  defaultLeaseSeconds,
  leastRetryAttempts,
} from './defaults.js'
import type { FunctionLogLevel, FunctionProps } from './function-props.js'
import type { RelayProps } from './relay-props.js'
import type { SweeperProps } from './sweeper-props.js'
import type { TransactionalOutboxProps } from './transactional-outbox-props.js'
import { seconds } from './value-faults.js'

/** What the user asked for, with every default filled in. */
export interface OutboxSettings {
  readonly name: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
  readonly source: string
  readonly retention: Duration
  readonly hasArchive: boolean
  readonly metricsByEventType: readonly string[]
  readonly maxEventBytes: number
  readonly strictOrder: boolean
  readonly retry: RetrySettings
  readonly relay: RelaySettings
  readonly sweeper: SweeperSettings
  readonly redrive: FunctionSettings
}

export interface RetrySettings {
  readonly backoffBase: Duration
  readonly backoffCap: Duration
}

export interface FunctionSettings {
  readonly memorySize: number
  readonly logLevel: FunctionLogLevel
  readonly logRetention: RetentionDays
}

export interface RelaySettings extends FunctionSettings {
  readonly batchSize: number
  readonly maxBatchingWindow: Duration
  readonly maxRecordAge: Duration
  readonly retryAttempts: number
  readonly timeout: Duration
}

export interface SweeperSettings extends FunctionSettings {
  readonly interval: Duration
  readonly timeout: Duration
  readonly lease: Duration
  readonly grace: Duration
  readonly giveUpAfter: Duration
  /** Events per second; absent: as fast as it goes. */
  readonly maxPublishRate?: number
}

export function outboxSettings(name: string, props: TransactionalOutboxProps): OutboxSettings {
  const relay = relaySettings(props.relay ?? {})
  return {
    name,
    keys: props.keys ?? DEFAULT_KEYS,
    ttlAttribute: props.ttlAttribute ?? DEFAULT_TTL_ATTRIBUTE,
    source: props.source ?? name,
    retention: props.retention ?? DEFAULT_RETENTION,
    metricsByEventType: props.metricsByEventType ?? [],
    hasArchive: props.archive !== undefined && props.archive !== false,
    maxEventBytes: props.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES,
    strictOrder: props.strictOrder ?? DEFAULT_STRICT_ORDER,
    retry: {
      backoffBase: props.retry?.backoffBase ?? DEFAULT_BACKOFF_BASE,
      backoffCap: props.retry?.backoffCap ?? DEFAULT_BACKOFF_CAP,
    },
    relay,
    sweeper: sweeperSettings(props.sweeper ?? {}, relay),
    redrive: functionSettings(props.redrive ?? {}),
  }
}

function relaySettings(props: RelayProps): RelaySettings {
  const maxRecordAge = props.maxRecordAge ?? DEFAULT_RECORD_AGE
  return {
    ...functionSettings(props),
    batchSize: props.batchSize ?? DEFAULT_BATCH_SIZE,
    maxBatchingWindow: props.maxBatchingWindow ?? DEFAULT_BATCHING_WINDOW,
    maxRecordAge,
    retryAttempts: props.retryAttempts ?? leastRetryAttempts(seconds(maxRecordAge)),
    timeout: props.timeout ?? DEFAULT_TIMEOUT,
  }
}

function sweeperSettings(props: SweeperProps, relay: RelaySettings): SweeperSettings {
  const timeout = props.timeout ?? DEFAULT_SWEEP_TIMEOUT
  const grace = defaultGraceSeconds(seconds(relay.maxRecordAge), seconds(relay.timeout))
  return {
    ...functionSettings(props),
    interval: props.interval ?? DEFAULT_INTERVAL,
    timeout,
    lease: props.lease ?? Duration.seconds(defaultLeaseSeconds(seconds(timeout))),
    grace: props.grace ?? Duration.seconds(grace),
    giveUpAfter: props.giveUpAfter ?? DEFAULT_GIVE_UP_AFTER,
    maxPublishRate: props.maxPublishRate,
  }
}

function functionSettings(props: FunctionProps): FunctionSettings {
  return {
    memorySize: props.memorySize ?? DEFAULT_MEMORY_MIB,
    logLevel: props.logLevel ?? DEFAULT_LOG_LEVEL,
    logRetention: props.logRetention ?? DEFAULT_LOG_RETENTION,
  }
}
