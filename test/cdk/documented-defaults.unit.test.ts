import { Duration } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { describe, expect, it } from 'vitest'
import { outboxSettings } from '../../lib/cdk/settings.js'
import { documentedProps } from './documented-props.js'

const { documented, interfaces, optional } = documentedProps(new URL('../../lib/cdk/', import.meta.url))

const settings = outboxSettings('the-name', {})
const { relay, sweeper, redrive, retry } = settings

describe('the docs state the defaults that the code has', () => {
  it.each([
    ['retention', 'Duration.days(7)', settings.retention, Duration.days(7)],
    ['archive', 'false', settings.hasArchive, false],
    ['maxEventBytes', '390000', settings.maxEventBytes, 390000],
    ['strictOrder', 'false', settings.strictOrder, false],
    ['ttlAttribute', "'expiresAt'", settings.ttlAttribute, 'expiresAt'],
    ['keys', "{ partitionKey: 'pk', sortKey: 'sk' }", settings.keys, { partitionKey: 'pk', sortKey: 'sk' }],
    ['source', "- the outbox's name, made of stack name and construct path", settings.source, 'the-name'],
  ])('%s', (name, text, actual, expected) => {
    expect(documented('TransactionalOutboxProps').get(name)).toBe(text)
    expect(actual).toEqual(expected)
  })

  it.each([
    ['batchSize', '100', relay.batchSize, 100],
    ['maxBatchingWindow', 'Duration.seconds(0)', relay.maxBatchingWindow, Duration.seconds(0)],
    ['maxRecordAge', 'Duration.hours(1)', relay.maxRecordAge, Duration.hours(1)],
    ['retryAttempts', '- `maxRecordAge` / 10 s: 360', relay.retryAttempts, 360],
    ['timeout', 'Duration.seconds(60)', relay.timeout, Duration.seconds(60)],
  ])('relay.%s', (name, text, actual, expected) => {
    expect(documented('RelayProps').get(name)).toBe(text)
    expect(actual).toEqual(expected)
  })

  it.each([
    ['interval', 'Duration.minutes(1)', sweeper.interval, 60],
    ['timeout', 'Duration.seconds(55)', sweeper.timeout, 55],
    ['lease', '- 2 minutes, or twice `timeout` where that is longer', sweeper.lease, 120],
    [
      'grace',
      '- `relay.maxRecordAge` and 15 minutes, or the least that is allowed where that is longer',
      sweeper.grace,
      75 * 60,
    ],
    ['giveUpAfter', 'Duration.hours(24)', sweeper.giveUpAfter, 24 * 60 * 60],
  ])('sweeper.%s', (name, text, actual, expected) => {
    expect(documented('SweeperProps').get(name)).toBe(text)
    expect(actual.toSeconds()).toBe(expected)
  })

  it('sweeper.maxPublishRate', () => {
    expect(documented('SweeperProps').get('maxPublishRate')).toBe('- as fast as it goes')
    expect(sweeper.maxPublishRate).toBeUndefined()
  })

  it.each([
    ['backoffBase', 'Duration.minutes(1)', retry.backoffBase, 60],
    ['backoffCap', 'Duration.minutes(15)', retry.backoffCap, 15 * 60],
  ])('retry.%s', (name, text, actual, expected) => {
    expect(documented('RetryProps').get(name)).toBe(text)
    expect(actual.toSeconds()).toBe(expected)
  })

  describe.each([
    ['relay', relay],
    ['sweeper', sweeper],
    ['redrive', redrive],
  ])('%s', (_, fn) => {
    it.each([
      ['memorySize', '512', fn.memorySize, 512],
      ['logLevel', "'INFO'", fn.logLevel, 'INFO'],
      ['logRetention', 'RetentionDays.ONE_MONTH', fn.logRetention, RetentionDays.ONE_MONTH],
    ])('%s', (name, text, actual, expected) => {
      expect(documented('FunctionProps').get(name)).toBe(text)
      expect(actual).toEqual(expected)
    })
  })

  it('of every optional property', () => {
    expect(interfaces.flatMap((name) => [...documented(name).keys()])).toEqual(optional)
    expect(interfaces.toSorted()).toEqual([
      'EventArchiveProps',
      'FunctionProps',
      'RelayProps',
      'RetryProps',
      'SweeperProps',
      'TableFeatures',
      'TransactionalOutboxProps',
    ])
  })
})

describe('a default that depends on another setting keeps to the relation', () => {
  it.each([
    ['a longer record age', { relay: { maxRecordAge: Duration.hours(2) } }, 2 * 3600 + 900],
    ['a time-out of the relay that fits', { relay: { timeout: Duration.minutes(5) } }, 3600 + 900],
    ['a time-out of the relay that does not', { relay: { timeout: Duration.minutes(15) } }, 3600 + 1500],
  ])('grace, with %s', (_, props, expected) => {
    expect(outboxSettings('the-name', props).sweeper.grace.toSeconds()).toBe(expected)
  })

  it.each([
    ['shorter', 50, 120],
    ['longer', 100, 200],
  ])('lease, with a %s time-out', (_, timeout, expected) => {
    const props = { sweeper: { timeout: Duration.seconds(timeout) } }
    expect(outboxSettings('the-name', props).sweeper.lease.toSeconds()).toBe(expected)
  })
})
