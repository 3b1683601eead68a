import { describe, expect, it } from 'vitest'
import { embeddedMetrics } from '../../../lib/local/metrics/embedded-metrics.js'

const AT = 1_767_225_600_000

function line(directive: unknown, members: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ _aws: { Timestamp: AT, CloudWatchMetrics: [directive] }, ...members })
}

const DIRECTIVE = {
  Namespace: 'Shop',
  Dimensions: [['service'], ['service', 'region']],
  Metrics: [{ Name: 'Orders', Unit: 'Count' }, { Name: 'Latency' }],
}
const MEMBERS = { service: 'orders', region: 'eu', Orders: [1, 2], Latency: 7 }

describe('metrics in log lines', () => {
  it('come once for each value and dimension set', () => {
    const both = [{ service: 'orders' }, { service: 'orders', region: 'eu' }]
    const datum = (name: string, value: number, unit: string): unknown[] =>
      both.map((dimensions) => ({ namespace: 'Shop', name, dimensions, value, unit, at: new Date(AT) }))
    expect(embeddedMetrics(line(DIRECTIVE, MEMBERS))).toEqual({
      kind: 'metrics',
      data: [...datum('Orders', 1, 'Count'), ...datum('Orders', 2, 'Count'), ...datum('Latency', 7, 'None')],
    })
  })

  it('have no dimensions when none are stated, and none at all without a value', () => {
    const bare = { Namespace: 'Shop', Metrics: [{ Name: 'Orders' }, { Name: 'Absent' }] }
    expect(embeddedMetrics(line(bare, { Orders: 1 }))).toMatchObject({
      data: [{ name: 'Orders', dimensions: {}, value: 1 }],
    })
  })

  it.each([
    ['plain text', 'START RequestId: 1'],
    ['a structured log line', '{"level":"INFO","message":"about _aws"}'],
    ['metadata of something else', '{"_aws":{"Timestamp":1}}'],
  ])('are not looked for in %s', (_, text) => {
    expect(embeddedMetrics(text)).toEqual({ kind: 'none' })
  })

  it.each([
    ['it is no JSON', '{"_aws":'],
    [
      '`_aws.Timestamp` is no whole number of milliseconds',
      '{"_aws":{"Timestamp":"now","CloudWatchMetrics":[]}}',
    ],
    ['`_aws.CloudWatchMetrics` is no list', `{"_aws":{"Timestamp":${AT},"CloudWatchMetrics":{}}}`],
    ['`Namespace` is no text', line({ ...DIRECTIVE, Namespace: 7 }, MEMBERS)],
    ['`Dimensions` has an element that is no list', line({ ...DIRECTIVE, Dimensions: ['service'] }, MEMBERS)],
    [
      'a dimension set has more than 30 dimensions',
      line({ ...DIRECTIVE, Dimensions: [Array(31).fill('service')] }, MEMBERS),
    ],
    ['`service` is no text', line(DIRECTIVE, { ...MEMBERS, service: 5 })],
    ['`region` is no text', line(DIRECTIVE, { ...MEMBERS, region: undefined })],
    ['`Orders` has a value that is no number', line(DIRECTIVE, { ...MEMBERS, Orders: 'SECRET' })],
    ['`Orders` has more than 100 values', line(DIRECTIVE, { ...MEMBERS, Orders: Array(101).fill(1) })],
    [
      '`Metrics` has more than 100 elements',
      line({ ...DIRECTIVE, Metrics: Array(101).fill({ Name: 'Orders' }) }, MEMBERS),
    ],
  ])('are malformed: %s', (reason, text) => {
    expect(embeddedMetrics(text)).toEqual({ kind: 'malformed', reason })
  })
})
