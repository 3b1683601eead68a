import { OutboxError } from './errors.js'
import { DEFAULT_MAX_EVENT_BYTES } from './limits.js'

/**
 * The one contract of environment variables: constructs write it, functions parse it. `OUTBOX_SORT_KEY` empty
 * means a table without a sort key.
 */
export const ENVIRONMENT = {
  name: 'OUTBOX_NAME',
  tableName: 'OUTBOX_TABLE_NAME',
  partitionKey: 'OUTBOX_PARTITION_KEY',
  sortKey: 'OUTBOX_SORT_KEY',
  ttlAttribute: 'OUTBOX_TTL_ATTRIBUTE',
  source: 'OUTBOX_SOURCE',
  maxEventBytes: 'OUTBOX_MAX_EVENT_BYTES',
  eventBusArn: 'OUTBOX_EVENT_BUS_ARN',
  deadLetterQueueUrl: 'OUTBOX_DEAD_LETTER_QUEUE_URL',
  retentionSeconds: 'OUTBOX_RETENTION_SECONDS',
  strictOrder: 'OUTBOX_STRICT_ORDER',
  backoffBaseSeconds: 'OUTBOX_BACKOFF_BASE_SECONDS',
  backoffCapSeconds: 'OUTBOX_BACKOFF_CAP_SECONDS',
  archiveBucket: 'OUTBOX_ARCHIVE_BUCKET',
  archiveBucketOwner: 'OUTBOX_ARCHIVE_BUCKET_OWNER',
  metricsByEventType: 'OUTBOX_METRICS_BY_EVENT_TYPE',
  relayMappingId: 'OUTBOX_RELAY_MAPPING_ID',
  relayTimeoutSeconds: 'OUTBOX_RELAY_TIMEOUT_SECONDS',
  graceSeconds: 'OUTBOX_GRACE_SECONDS',
  leaseSeconds: 'OUTBOX_LEASE_SECONDS',
  giveUpAfterSeconds: 'OUTBOX_GIVE_UP_AFTER_SECONDS',
  maxPublishRate: 'OUTBOX_MAX_PUBLISH_RATE',
  consumerName: 'OUTBOX_CONSUMER_NAME',
  inboxEffects: 'OUTBOX_INBOX_EFFECTS',
  inboxTableName: 'OUTBOX_INBOX_TABLE_NAME',
  inboxPartitionKey: 'OUTBOX_INBOX_PARTITION_KEY',
  inboxSortKey: 'OUTBOX_INBOX_SORT_KEY',
  inboxTtlAttribute: 'OUTBOX_INBOX_TTL_ATTRIBUTE',
  inboxTtlSeconds: 'OUTBOX_INBOX_TTL_SECONDS',
  holdDeadlineSeconds: 'OUTBOX_HOLD_DEADLINE_SECONDS',
  holdRetrySeconds: 'OUTBOX_HOLD_RETRY_SECONDS',
  consumerDeadLetterQueueUrl: 'OUTBOX_CONSUMER_DEAD_LETTER_QUEUE_URL',
  consumerQueueUrl: 'OUTBOX_CONSUMER_QUEUE_URL',
} as const

type Variable = (typeof ENVIRONMENT)[keyof typeof ENVIRONMENT]
type Environment = Readonly<Record<string, string | undefined>>

/** Names of the key attributes of the table that holds the outbox rows. Both are strings (`S`). */
export interface KeyNames {
  /** @default 'pk' */
  readonly partitionKey: string
  /** Absent: the table has no sort key. @default 'sk', when `keys` is not given at all */
  readonly sortKey?: string
}

export const DEFAULT_KEYS: KeyNames = { partitionKey: 'pk', sortKey: 'sk' }
export const DEFAULT_TTL_ATTRIBUTE = 'expiresAt'
/** 14 days in a queue, 14 in its dead-letter queue, and a week for whoever sends from there. */
export const DEFAULT_INBOX_TTL_SECONDS: number = 35 * 24 * 60 * 60
/** It is part of keys, between `#`. */
export const CONSUMER_NAME: RegExp = /^[A-Za-z0-9_.-]{1,64}$/
export const DEFAULT_BACKOFF_BASE_SECONDS = 60
export const DEFAULT_BACKOFF_CAP_SECONDS: number = 15 * 60

/** What a service that writes events is told. */
export interface WriterEnvironment {
  readonly tableName: string
  readonly keys: KeyNames
  readonly source: string
  readonly maxEventBytes: number
}

/** What the relay is told. */
export interface RelayEnvironment {
  readonly name: string
  readonly tableName: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
  readonly eventBusArn: string
  readonly deadLetterQueueUrl: string
  readonly retentionSeconds: number
  readonly strictOrder: boolean
  readonly backoffBaseSeconds: number
  readonly backoffCapSeconds: number
  /** Name of the bucket that takes what was published, after `retentionSeconds`. Absent: no archive, rows expire by TTL. */
  readonly archiveBucket?: string
  /** Types of events that are counted by themselves, too. */
  readonly metricsByEventType: readonly string[]
}

/** What the sweeper is told. */
export interface SweeperEnvironment extends RelayEnvironment {
  /** UUID of the relay's event source mapping. */
  readonly relayMappingId: string
  readonly relayTimeoutSeconds: number
  /** The account that owns `archiveBucket`; there where that is. */
  readonly archiveBucketOwner?: string
  /** How old an event of the relay must be before the sweeper takes it. */
  readonly graceSeconds: number
  /** How long a claim lasts. */
  readonly leaseSeconds: number
  readonly giveUpAfterSeconds: number
  /** Events per second. @default - as fast as it goes */
  readonly maxPublishRate?: number
}

/** What the redrive function is told. */
export interface RedriveEnvironment {
  readonly name: string
  readonly tableName: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
}

/** @throws OutboxError INVALID_CONFIGURATION naming the variable that is missing or malformed */
export function parseWriterEnvironment(environment: Environment): WriterEnvironment {
  return {
    tableName: required(environment, ENVIRONMENT.tableName),
    keys: keyNames(environment),
    source: required(environment, ENVIRONMENT.source),
    maxEventBytes: integer(environment, ENVIRONMENT.maxEventBytes, DEFAULT_MAX_EVENT_BYTES),
  }
}

/** @throws OutboxError INVALID_CONFIGURATION naming the variable that is missing or malformed */
export function parseRelayEnvironment(environment: Environment): RelayEnvironment {
  return {
    name: required(environment, ENVIRONMENT.name),
    tableName: required(environment, ENVIRONMENT.tableName),
    keys: keyNames(environment),
    ttlAttribute: required(environment, ENVIRONMENT.ttlAttribute),
    eventBusArn: required(environment, ENVIRONMENT.eventBusArn),
    deadLetterQueueUrl: required(environment, ENVIRONMENT.deadLetterQueueUrl),
    retentionSeconds: integer(environment, ENVIRONMENT.retentionSeconds),
    strictOrder: boolean(environment, ENVIRONMENT.strictOrder),
    backoffBaseSeconds: integer(environment, ENVIRONMENT.backoffBaseSeconds, DEFAULT_BACKOFF_BASE_SECONDS),
    backoffCapSeconds: integer(environment, ENVIRONMENT.backoffCapSeconds, DEFAULT_BACKOFF_CAP_SECONDS),
    archiveBucket: environment[ENVIRONMENT.archiveBucket] || undefined,
    metricsByEventType: texts(environment, ENVIRONMENT.metricsByEventType),
  }
}

/** @throws OutboxError INVALID_CONFIGURATION naming the variable that is missing or malformed */
export function parseSweeperEnvironment(environment: Environment): SweeperEnvironment {
  const rate = environment[ENVIRONMENT.maxPublishRate] ?? ''
  const relay = parseRelayEnvironment(environment)
  return {
    ...relay,
    relayMappingId: required(environment, ENVIRONMENT.relayMappingId),
    // One without the other would look like an archive that is switched off.
    archiveBucketOwner:
      relay.archiveBucket === undefined ? undefined : required(environment, ENVIRONMENT.archiveBucketOwner),
    relayTimeoutSeconds: integer(environment, ENVIRONMENT.relayTimeoutSeconds),
    graceSeconds: integer(environment, ENVIRONMENT.graceSeconds),
    leaseSeconds: integer(environment, ENVIRONMENT.leaseSeconds),
    giveUpAfterSeconds: integer(environment, ENVIRONMENT.giveUpAfterSeconds),
    maxPublishRate: rate === '' ? undefined : integer(environment, ENVIRONMENT.maxPublishRate),
  }
}

/** @throws OutboxError INVALID_CONFIGURATION naming the variable that is missing or malformed */
export function parseRedriveEnvironment(environment: Environment): RedriveEnvironment {
  return {
    name: required(environment, ENVIRONMENT.name),
    tableName: required(environment, ENVIRONMENT.tableName),
    keys: keyNames(environment),
    ttlAttribute: required(environment, ENVIRONMENT.ttlAttribute),
  }
}

function keyNames(environment: Environment): KeyNames {
  const partitionKey = environment[ENVIRONMENT.partitionKey] ?? DEFAULT_KEYS.partitionKey
  const sortKey = environment[ENVIRONMENT.sortKey] ?? DEFAULT_KEYS.sortKey
  return sortKey === '' ? { partitionKey } : { partitionKey, sortKey }
}

function required(environment: Environment, variable: Variable): string {
  const value = environment[variable]
  if (value === undefined || value === '') throw invalid(variable, 'be set', value)
  return value
}

function integer(environment: Environment, variable: Variable, fallback?: number): number {
  const value = environment[variable]
  if (value === undefined && fallback !== undefined) return fallback
  if (value === undefined || !/^[1-9]\d*$/.test(value))
    throw invalid(variable, 'be a positive integer', value)
  return Number(value)
}

/** @returns nothing when the variable is not set */
function texts(environment: Environment, variable: Variable): string[] {
  const value = environment[variable] ?? '[]'
  const list = jsonOf(value)
  if (Array.isArray(list) && list.every((text) => typeof text === 'string')) return list
  throw invalid(variable, 'be a JSON array of strings', value)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function boolean(environment: Environment, variable: Variable): boolean {
  const value = required(environment, variable)
  if (value !== 'true' && value !== 'false') throw invalid(variable, "be 'true' or 'false'", value)
  return value === 'true'
}

function invalid(variable: Variable, rule: string, value: string | undefined): OutboxError {
  const got = value === undefined ? 'nothing' : `'${value}'`
  return new OutboxError(
    'INVALID_CONFIGURATION',
    `Expected the environment variable ${variable} to ${rule}, got ${got}. TransactionalOutbox sets it: for a function that writes events, call outbox.grantWrite(fn).`,
    { path: variable },
  )
}
