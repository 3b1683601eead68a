import { readFileSync } from 'node:fs'
import { Duration } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { describe, expect, it } from 'vitest'
import { outboxSettings } from '../../lib/cdk/settings.js'

const source = readFileSync(new URL('../../lib/cdk/transactional-outbox-props.ts', import.meta.url), 'utf8')

/** `@default` of each optional property, by interface and name. */
function documented(interfaceName: string): Map<string, string> {
  const body = source.split(`export interface ${interfaceName} {`)[1]?.split('\n}\n')[0] ?? ''
  const found = [...body.matchAll(/@default (.+?)(?: \*\/)?\n(?:\s+\*\/\n)?\s+readonly (\w+)\?:/g)]
  return new Map(found.map(([, text = '', name = '']) => [name, text]))
}

const settings = outboxSettings('the-name', {})
const relay = settings.relay

describe('the docs state the defaults that the code has', () => {
  it.each([
    ['retention', 'Duration.days(7)', settings.retention, Duration.days(7)],
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
    ['memorySize', '512', relay.memorySize, 512],
    ['timeout', 'Duration.seconds(60)', relay.timeout, Duration.seconds(60)],
    ['logLevel', "'INFO'", relay.logLevel, 'INFO'],
    ['logRetention', 'RetentionDays.ONE_MONTH', relay.logRetention, RetentionDays.ONE_MONTH],
  ])('relay.%s', (name, text, actual, expected) => {
    expect(documented('RelayProps').get(name)).toBe(text)
    expect(actual).toEqual(expected)
  })

  it('of every optional property', () => {
    const optional = [...source.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name)
    const names = ['TableFeatures', 'RelayProps', 'TransactionalOutboxProps'].flatMap((name) => [
      ...documented(name).keys(),
    ])
    expect(names).toEqual(optional)
  })
})
