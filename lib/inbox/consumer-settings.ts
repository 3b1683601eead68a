import {
  CONSUMER_NAME,
  DEFAULT_INBOX_TTL_SECONDS,
  DEFAULT_KEYS,
  DEFAULT_TTL_ATTRIBUTE,
  ENVIRONMENT,
  type KeyNames,
} from '../environment.js'
import { OutboxError } from '../errors.js'
import type { ConsumerOptions, HoldSettings } from './consumer-options.js'
import type { InboxTable } from './inbox-store.js'

type Environment = Readonly<Record<string, string | undefined>>

/** SQS hides a message for 12 hours at most, all in all: an hour leaves room for whatever else hides it. */
const MAX_RETRY_SECONDS = 3_600

/** @throws OutboxError INVALID_CONFIGURATION naming the option or the variable */
export function consumerName(options: ConsumerOptions, environment: Environment): string {
  const name = options.name ?? environment[ENVIRONMENT.consumerName]
  if (typeof name === 'string' && CONSUMER_NAME.test(name)) return name
  throw invalid('name', ENVIRONMENT.consumerName, 'have 1 to 64 characters of `A-Z a-z 0-9 _ . -`', name)
}

/** @throws OutboxError INVALID_CONFIGURATION naming the option or the variable */
export function inboxTable(
  inbox: NonNullable<ConsumerOptions['inbox']>,
  environment: Environment,
): InboxTable {
  const tableName = inbox.tableName ?? environment[ENVIRONMENT.inboxTableName]
  if (tableName === undefined || tableName === '')
    throw invalid('inbox.tableName', ENVIRONMENT.inboxTableName, 'be the name of a table', tableName)
  return {
    tableName,
    keys: inbox.keys ?? keysOf(environment),
    ttlAttribute: inbox.ttlAttribute ?? environment[ENVIRONMENT.inboxTtlAttribute] ?? DEFAULT_TTL_ATTRIBUTE,
    ttlSeconds: seconds(
      'inbox.ttlSeconds',
      ENVIRONMENT.inboxTtlSeconds,
      inbox.ttlSeconds ?? environment[ENVIRONMENT.inboxTtlSeconds] ?? DEFAULT_INBOX_TTL_SECONDS,
      { least: 1 },
    ),
  }
}

/** @throws OutboxError INVALID_CONFIGURATION naming the option or the variable */
export function holdSettings(
  hold: HoldSettings,
  environment: Environment,
): Required<Omit<HoldSettings, 'start' | 'firstVersion'>> {
  return {
    queueUrl: text('hold.queueUrl', ENVIRONMENT.consumerQueueUrl, hold.queueUrl, environment),
    deadLetterQueueUrl: text(
      'hold.deadLetterQueueUrl',
      ENVIRONMENT.consumerDeadLetterQueueUrl,
      hold.deadLetterQueueUrl,
      environment,
    ),
    deadlineSeconds: seconds(
      'hold.deadlineSeconds',
      ENVIRONMENT.holdDeadlineSeconds,
      hold.deadlineSeconds ?? environment[ENVIRONMENT.holdDeadlineSeconds],
      { least: 1 },
    ),
    retrySeconds: seconds(
      'hold.retrySeconds',
      ENVIRONMENT.holdRetrySeconds,
      hold.retrySeconds ?? environment[ENVIRONMENT.holdRetrySeconds],
      { least: 0, most: MAX_RETRY_SECONDS },
    ),
  }
}

function keysOf(environment: Environment): KeyNames {
  const partitionKey = environment[ENVIRONMENT.inboxPartitionKey]
  if (partitionKey === undefined) return DEFAULT_KEYS
  const sortKey = environment[ENVIRONMENT.inboxSortKey] ?? ''
  return sortKey === '' ? { partitionKey } : { partitionKey, sortKey }
}

function text(path: string, variable: string, option: unknown, environment: Environment): string {
  const value = option ?? environment[variable]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(path, variable, 'be a text that is not empty', value)
}

function seconds(
  path: string,
  variable: string,
  value: unknown,
  { least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number },
): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most)
    return number
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
  throw invalid(path, variable, `be a whole number of seconds ${range}`, value)
}

function invalid(path: string, variable: string, rule: string, value: unknown): OutboxError {
  return new OutboxError(
    'INVALID_CONFIGURATION',
    `Expected \`${path}\`, or else the environment variable ${variable}, to ${rule}, got \`${String(value)}\` (${typeof value}). \`addConsumer\` and OutboxConsumer set the variables: those of the inbox when they are given an \`inbox\``,
    { path },
  )
}
