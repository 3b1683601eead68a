import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENVIRONMENT, parseRelayEnvironment, parseWriterEnvironment } from '../../lib/environment.js'
import { Outbox } from '../../lib/outbox/outbox.js'
import { anythingGoes } from '../event/anything-goes.js'
import { thrownBy } from '../event/thrown-by.js'
import { rawClient } from './mocked-outbox.js'

const valid = { tableName: 'orders', source: 'shop', client: rawClient() }

it.each<[string, unknown, string, string]>([
  [
    'no options',
    undefined,
    'options',
    'Expected `options` to be an object with `tableName` and `source`, got `undefined` (undefined)',
  ],
  [
    'no table',
    { ...valid, tableName: undefined },
    'tableName',
    'Expected `tableName` to be the name of the table, got `undefined` (undefined)',
  ],
  [
    'an empty table name',
    { ...valid, tableName: '' },
    'tableName',
    'Expected `tableName` to be the name of the table, got `` (string)',
  ],
  [
    'no source',
    { ...valid, source: undefined },
    'source',
    'Expected `source` to be a string of 1 to 256 characters, got `undefined` (undefined)',
  ],
  [
    'an empty source',
    { ...valid, source: '' },
    'source',
    'Expected `source` to be a string of 1 to 256 characters, got `` (string)',
  ],
  [
    'a source of AWS',
    { ...valid, source: 'aws.orders' },
    'source',
    'Expected `source` to not begin with `aws.`, which EventBridge keeps for AWS, got `aws.orders` (string)',
  ],
  [
    'no partition key',
    { ...valid, keys: { sortKey: 'sk' } },
    'keys.partitionKey',
    'Expected `keys.partitionKey` to be the name of an attribute, got `undefined` (undefined)',
  ],
  [
    'an empty sort key',
    { ...valid, keys: { partitionKey: 'pk', sortKey: '' } },
    'keys.sortKey',
    'Expected `keys.sortKey` to be the name of an attribute, or absent for a table without a sort key, got `` (string)',
  ],
  [
    'one name for both keys',
    { ...valid, keys: { partitionKey: 'pk', sortKey: 'pk' } },
    'keys.sortKey',
    'Expected `keys.sortKey` to differ from `keys.partitionKey`, got `pk` (string)',
  ],
  [
    'an unknown key',
    { ...valid, keys: { partitionKey: 'pk', sortkey: 'sk' } },
    'keys.sortkey',
    'Expected `keys.sortkey` to be absent: there is no such option. The options are partitionKey, sortKey',
  ],
  [
    'a limit of 1 MB',
    { ...valid, maxEventBytes: 1_000_000 },
    'maxEventBytes',
    'Expected `maxEventBytes` to be a whole number from 1 to 999999, got `1000000` (number)',
  ],
  [
    'a limit of 0',
    { ...valid, maxEventBytes: 0 },
    'maxEventBytes',
    'Expected `maxEventBytes` to be a whole number from 1 to 999999, got `0` (number)',
  ],
  [
    'a limit as text',
    { ...valid, maxEventBytes: '1000' },
    'maxEventBytes',
    'Expected `maxEventBytes` to be a whole number from 1 to 999999, got `1000` (string)',
  ],
  [
    'a client that is none',
    { ...valid, client: {} },
    'client',
    'Expected `client` to be a DynamoDBClient or a DynamoDBDocumentClient of the AWS SDK version 3, got `[object Object]` (object)',
  ],
  [
    'a trace header as text',
    { ...valid, traceHeader: 'Root=1' },
    'traceHeader',
    'Expected `traceHeader` to be a function, got `Root=1` (string)',
  ],
  [
    'randomness as a number',
    { ...valid, random: 0.5 },
    'random',
    'Expected `random` to be a function, got `0.5` (number)',
  ],
  [
    'a clock that cannot sleep',
    { ...valid, clock: { now: Date.now } },
    'clock',
    'Expected `clock` to be an object with the functions `now` and `sleep`, got `[object Object]` (object)',
  ],
  [
    'an unknown option',
    { ...valid, table: 'orders' },
    'table',
    'Expected `table` to be absent: there is no such option. The options are tableName, source, client, keys, maxEventBytes, traceHeader, contextKeys, contextSigner, clock, random',
  ],
  [
    'an option that every object has',
    { ...valid, toString: () => 'x' },
    'toString',
    'Expected `toString` to be absent: there is no such option. The options are tableName, source, client, keys, maxEventBytes, traceHeader, contextKeys, contextSigner, clock, random',
  ],
])('%s is refused', (_, options, path, message) => {
  const error = thrownBy(() => new Outbox(options as never))
  expect(error.code).toBe('INVALID_CONFIGURATION')
  expect(error.message).toBe(message)
  expect(error.details).toEqual({ path })
})

it('a source of 256 characters is accepted, of 257 not', () => {
  expect(new Outbox({ ...valid, source: 'x'.repeat(256) })).toBeInstanceOf(Outbox)
  expect(thrownBy(() => new Outbox({ ...valid, source: 'x'.repeat(257) })).details.path).toBe('source')
})

const writer = { [ENVIRONMENT.tableName]: 'orders', [ENVIRONMENT.source]: 'shop' }
const relay = {
  [ENVIRONMENT.name]: 'Orders',
  [ENVIRONMENT.tableName]: 'orders',
  [ENVIRONMENT.ttlAttribute]: 'expiresAt',
  [ENVIRONMENT.eventBusArn]: 'arn:aws:events:eu-west-1:111122223333:event-bus/orders',
  [ENVIRONMENT.deadLetterQueueUrl]: 'https://sqs/queue',
  [ENVIRONMENT.retentionSeconds]: '604800',
  [ENVIRONMENT.strictOrder]: 'false',
}

describe('the environment of a function that writes', () => {
  it('needs a table and a source; the rest has defaults', () => {
    expect(parseWriterEnvironment(writer)).toEqual({
      tableName: 'orders',
      source: 'shop',
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      maxEventBytes: 390_000,
    })
  })

  it('names the keys of the table; an empty sort key means none', () => {
    const keys = { [ENVIRONMENT.partitionKey]: 'id', [ENVIRONMENT.sortKey]: '' }
    expect(parseWriterEnvironment({ ...writer, ...keys }).keys).toEqual({ partitionKey: 'id' })
  })

  it.each([
    [ENVIRONMENT.tableName, undefined, 'be set, got nothing'],
    [ENVIRONMENT.tableName, '', "be set, got ''"],
    [ENVIRONMENT.source, undefined, 'be set, got nothing'],
    [ENVIRONMENT.maxEventBytes, '0', "be a positive integer, got '0'"],
    [ENVIRONMENT.maxEventBytes, '1e3', "be a positive integer, got '1e3'"],
  ])('is refused where %s is %j', (variable, value, rule) => {
    const error = thrownBy(() => parseWriterEnvironment({ ...writer, [variable]: value }))
    expect(error.code).toBe('INVALID_CONFIGURATION')
    expect(error.details).toEqual({ path: variable })
    expect(error.message).toBe(
      `Expected the environment variable ${variable} to ${rule}. TransactionalOutbox sets it: for a function that writes events, call outbox.grantWrite(fn).`,
    )
  })
})

describe('the environment of the relay', () => {
  it('is read as it was written', () => {
    expect(parseRelayEnvironment(relay)).toMatchObject({
      name: 'Orders',
      ttlAttribute: 'expiresAt',
      retentionSeconds: 604_800,
      strictOrder: false,
    })
  })

  it.each([...Object.keys(relay)])('is refused without %s', (variable) => {
    const error = thrownBy(() => parseRelayEnvironment({ ...relay, [variable]: undefined }))
    expect(error.code).toBe('INVALID_CONFIGURATION')
    expect(error.details.path).toBe(variable)
  })

  it.each([
    [ENVIRONMENT.strictOrder, 'yes', "be 'true' or 'false', got 'yes'"],
    [ENVIRONMENT.retentionSeconds, '-1', "be a positive integer, got '-1'"],
  ])('is refused where %s is %j', (variable, value, rule) => {
    const error = thrownBy(() => parseRelayEnvironment({ ...relay, [variable]: value }))
    expect(error.message).toContain(`Expected the environment variable ${variable} to ${rule}`)
  })
})

describe('an outbox from the environment', () => {
  beforeEach(() => {
    for (const variable of Object.values(ENVIRONMENT)) vi.stubEnv(variable, undefined)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is that which the function was told of, and options win', async () => {
    vi.stubEnv(ENVIRONMENT.tableName, 'orders')
    vi.stubEnv(ENVIRONMENT.source, 'shop')
    vi.stubEnv(ENVIRONMENT.partitionKey, 'id')
    vi.stubEnv(ENVIRONMENT.sortKey, '')
    const event = anythingGoes.create({ aggregateId: '1', data: {} })
    const outbox = Outbox.fromEnvironment({ client: rawClient(), source: 'billing' })
    const [put] = await outbox.batch().add(event).items()
    expect(put?.Put.TableName).toBe('orders')
    expect(put?.Put.Item).toMatchObject({ id: `OUTBOX#Thing#1#${event.eventId}`, obSource: 'billing' })
    expect(put?.Put.Item).not.toHaveProperty('sk')
  })

  it('is refused where the function was told of none', () => {
    const error = thrownBy(() => Outbox.fromEnvironment({ client: rawClient() }))
    expect(error.code).toBe('INVALID_CONFIGURATION')
    expect(error.details.path).toBe('OUTBOX_TABLE_NAME')
  })
})
