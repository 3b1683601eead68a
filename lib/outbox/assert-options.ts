import { OutboxError } from '../errors.js'
import { PUT_EVENTS_MAX_BYTES, RESERVED_SOURCE, SOURCE_MAX_CHARACTERS } from '../limits.js'
import type { OutboxOptions } from './outbox-options.js'

const KNOWN: Readonly<Record<keyof OutboxOptions, true>> = {
  tableName: true,
  source: true,
  client: true,
  keys: true,
  maxEventBytes: true,
  traceHeader: true,
  contextKeys: true,
  contextSigner: true,
  clock: true,
  random: true,
}

const KEY_OPTIONS: readonly string[] = ['partitionKey', 'sortKey']

/** @throws OutboxError INVALID_CONFIGURATION naming the option and the rule */
export function assertOptions(options: OutboxOptions): void {
  if (typeof options !== 'object' || options === null)
    throw invalid('options', 'be an object with `tableName` and `source`', options)
  for (const name of Object.keys(options))
    if (!Object.hasOwn(KNOWN, name)) throw unknown(name, Object.keys(KNOWN))
  const { tableName, source, client, keys, maxEventBytes } = options
  if (typeof tableName !== 'string' || tableName.length === 0)
    throw invalid('tableName', 'be the name of the table', tableName)
  if (typeof source !== 'string' || source.length === 0 || source.length > SOURCE_MAX_CHARACTERS)
    throw invalid('source', `be a string of 1 to ${SOURCE_MAX_CHARACTERS} characters`, source)
  if (RESERVED_SOURCE.test(source))
    throw invalid('source', 'not begin with `aws.`, which EventBridge keeps for AWS', source)
  if (client !== undefined && typeof client?.config?.region !== 'function')
    throw invalid(
      'client',
      'be a DynamoDBClient or a DynamoDBDocumentClient of the AWS SDK version 3',
      client,
    )
  for (const name of Object.keys(keys ?? {}))
    if (!KEY_OPTIONS.includes(name)) throw unknown(`keys.${name}`, KEY_OPTIONS)
  if (keys !== undefined && !isName(keys.partitionKey))
    throw invalid('keys.partitionKey', 'be the name of an attribute', keys.partitionKey)
  if (keys?.sortKey !== undefined && !isName(keys.sortKey))
    throw invalid(
      'keys.sortKey',
      'be the name of an attribute, or absent for a table without a sort key',
      keys.sortKey,
    )
  if (keys !== undefined && keys.sortKey === keys.partitionKey)
    throw invalid('keys.sortKey', 'differ from `keys.partitionKey`', keys.sortKey)
  if (maxEventBytes !== undefined && !isBetween(maxEventBytes, 1, PUT_EVENTS_MAX_BYTES - 1))
    throw invalid('maxEventBytes', `be a whole number from 1 to ${PUT_EVENTS_MAX_BYTES - 1}`, maxEventBytes)
  for (const name of ['traceHeader', 'random'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw invalid(name, 'be a function', options[name])
  const { clock, contextKeys, contextSigner } = options
  if (contextKeys !== undefined && !(Array.isArray(contextKeys) && contextKeys.every(isName)))
    throw invalid('contextKeys', 'be an array of names', contextKeys)
  if (contextSigner !== undefined && !isSigner(contextSigner))
    throw invalid('contextSigner', 'be an object with the functions `sign` and `verify`', contextSigner)
  if (clock !== undefined && !(typeof clock?.now === 'function' && typeof clock.sleep === 'function'))
    throw invalid('clock', 'be an object with the functions `now` and `sleep`', clock)
}

function isSigner(value: OutboxOptions['contextSigner']): boolean {
  return typeof value?.sign === 'function' && typeof value.verify === 'function'
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0
}

function isBetween(value: unknown, minimum: number, maximum: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum
}

function unknown(path: string, known: readonly string[]): OutboxError {
  return new OutboxError(
    'INVALID_CONFIGURATION',
    `Expected \`${path}\` to be absent: there is no such option. The options are ${known.join(', ')}`,
    { path },
  )
}

function invalid(path: string, rule: string, value: unknown): OutboxError {
  return new OutboxError(
    'INVALID_CONFIGURATION',
    `Expected \`${path}\` to ${rule}, got \`${String(value)}\` (${typeof value})`,
    { path },
  )
}
