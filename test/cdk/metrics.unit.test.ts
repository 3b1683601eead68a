import { Duration } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { METRIC, METRICS_DIMENSION, METRICS_NAMESPACE } from '../../lib/telemetry.js'
import { outboxFixture } from './fixture.js'

const { outbox } = outboxFixture()

describe('metrics', () => {
  it.each([
    ['metricPublished', outbox.metricPublished(), METRIC.published, 'Sum'],
    ['metricPublishLatency', outbox.metricPublishLatency(), METRIC.publishLatency, 'p99'],
    ['metricRetried', outbox.metricRetried(), METRIC.retried, 'Sum'],
    ['metricRejected', outbox.metricRejected(), METRIC.rejected, 'Sum'],
    ['metricHandedOver', outbox.metricHandedOver(), METRIC.handedOver, 'Sum'],
    ['metricMarkFailed', outbox.metricMarkFailed(), METRIC.markFailed, 'Sum'],
    ['metricOutage', outbox.metricOutage(), METRIC.outage, 'Sum'],
    ['metricVanished', outbox.metricVanished(), METRIC.vanished, 'Sum'],
    ['metricUnreadable', outbox.metricUnreadable(), METRIC.unreadable, 'Sum'],
    ['metricNoticeOwed', outbox.metricNoticeOwed(), METRIC.noticeOwed, 'Sum'],
  ])('%s is what the functions emit', (_, metric, metricName, statistic) => {
    expect(metric).toMatchObject({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensions: { [METRICS_DIMENSION]: outbox.outboxName },
      statistic,
    })
  })

  it('there is a method for each', () => {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(outbox)).filter((name) =>
      /^metric./.test(name),
    )
    expect(methods).toHaveLength(Object.keys(METRIC).length)
  })

  it('take options', () => {
    const metric = outbox.metric(METRIC.published, { period: Duration.minutes(1), statistic: 'Average' })
    expect(metric).toMatchObject({ period: Duration.minutes(1), statistic: 'Average' })
  })
})

it('the name is unique in the account and stays as long as the construct does', () => {
  expect(outbox.outboxName).toBe(outboxFixture().outbox.outboxName)
  expect(outbox.outboxName).toMatch(/^Shop-Outbox-[0-9A-F]{8}$/)
})
