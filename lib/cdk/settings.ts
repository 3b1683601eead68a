import type { Duration } from 'aws-cdk-lib'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { DEFAULT_KEYS, DEFAULT_TTL_ATTRIBUTE, type KeyNames } from '../environment.js'
import { DEFAULT_MAX_EVENT_BYTES } from '../limits.js'
import {
  DEFAULT_BATCH_SIZE,
  DEFAULT_BATCHING_WINDOW,
  DEFAULT_LOG_LEVEL,
  DEFAULT_LOG_RETENTION,
  DEFAULT_MEMORY_MIB,
  DEFAULT_RECORD_AGE,
  DEFAULT_RETENTION,
  DEFAULT_STRICT_ORDER,
  DEFAULT_TIMEOUT,
  leastRetryAttempts,
} from './defaults.js'
import type { RelayLogLevel, RelayProps, TransactionalOutboxProps } from './transactional-outbox-props.js'

/** What the user asked for, with every default filled in. */
export interface OutboxSettings {
  readonly name: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
  readonly source: string
  readonly retention: Duration
  readonly maxEventBytes: number
  readonly strictOrder: boolean
  readonly relay: RelaySettings
}

export interface RelaySettings {
  readonly batchSize: number
  readonly maxBatchingWindow: Duration
  readonly maxRecordAge: Duration
  readonly retryAttempts: number
  readonly memorySize: number
  readonly timeout: Duration
  readonly logLevel: RelayLogLevel
  readonly logRetention: RetentionDays
}

export function outboxSettings(name: string, props: TransactionalOutboxProps): OutboxSettings {
  return {
    name,
    keys: props.keys ?? DEFAULT_KEYS,
    ttlAttribute: props.ttlAttribute ?? DEFAULT_TTL_ATTRIBUTE,
    source: props.source ?? name,
    retention: props.retention ?? DEFAULT_RETENTION,
    maxEventBytes: props.maxEventBytes ?? DEFAULT_MAX_EVENT_BYTES,
    strictOrder: props.strictOrder ?? DEFAULT_STRICT_ORDER,
    relay: relaySettings(props.relay ?? {}),
  }
}

function relaySettings(props: RelayProps): RelaySettings {
  const maxRecordAge = props.maxRecordAge ?? DEFAULT_RECORD_AGE
  return {
    batchSize: props.batchSize ?? DEFAULT_BATCH_SIZE,
    maxBatchingWindow: props.maxBatchingWindow ?? DEFAULT_BATCHING_WINDOW,
    maxRecordAge,
    retryAttempts: props.retryAttempts ?? leastRetryAttempts(maxRecordAge.toSeconds()),
    memorySize: props.memorySize ?? DEFAULT_MEMORY_MIB,
    timeout: props.timeout ?? DEFAULT_TIMEOUT,
    logLevel: props.logLevel ?? DEFAULT_LOG_LEVEL,
    logRetention: props.logRetention ?? DEFAULT_LOG_RETENTION,
  }
}
