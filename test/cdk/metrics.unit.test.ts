import { Duration } from 'aws-cdk-lib'
import { describe, expect, it } from 'vitest'
import { METRIC, METRICS_DIMENSION, METRICS_NAMESPACE } from '../../lib/telemetry.js'
import { outboxFixture } from './fixture.js'

const { outbox } = outboxFixture()

it('of one type of events have its name as a second dimension', () => {
  const { stack, outbox } = outboxFixture({ metricsByEventType: ['OrderPaid'] })
  const metric = outbox.metricOfType('OrderPaid', METRIC.publishLatency, { period: Duration.minutes(1) })
  expect(stack.resolve(metric.toMetricConfig().metricStat)).toMatchObject({
    metricName: METRIC.publishLatency,
    dimensions: [
      { name: 'eventType', value: 'OrderPaid' },
      { name: 'service', value: outbox.outboxName },
    ],
    statistic: 'p99',
  })
})

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
    ['metricDenied', outbox.metricDenied(), METRIC.denied, 'Sum'],
    ['metricGivenUp', outbox.metricGivenUp(), METRIC.givenUp, 'Sum'],
    ['metricBackedOff', outbox.metricBackedOff(), METRIC.backedOff, 'Sum'],
    ['metricSuspected', outbox.metricSuspected(), METRIC.suspected, 'Sum'],
    ['metricSweepIncomplete', outbox.metricSweepIncomplete(), METRIC.sweepIncomplete, 'Sum'],
    ['metricOldestPendingAge', outbox.metricOldestPendingAge(), METRIC.oldestPendingAge, 'Maximum'],
    ['metricPending', outbox.metricPending(), METRIC.pending, 'Maximum'],
    ['metricScheduled', outbox.metricScheduled(), METRIC.scheduled, 'Maximum'],
    ['metricDead', outbox.metricDead(), METRIC.dead, 'Maximum'],
    ['metricNoticesWaiting', outbox.metricNoticesWaiting(), METRIC.noticesWaiting, 'Maximum'],
    ['metricRedriven', outbox.metricRedriven(), METRIC.redriven, 'Sum'],
    ['metricRedriveSettled', outbox.metricRedriveSettled(), METRIC.redriveSettled, 'Sum'],
    ['metricRedriveRefused', outbox.metricRedriveRefused(), METRIC.redriveRefused, 'Sum'],
    ['metricRedriveFailed', outbox.metricRedriveFailed(), METRIC.redriveFailed, 'Sum'],
  ])('%s is what the functions emit', (_, metric, metricName, statistic) => {
    expect(metric).toMatchObject({
      namespace: METRICS_NAMESPACE,
      metricName,
      dimensions: { [METRICS_DIMENSION]: outbox.outboxName },
      statistic,
    })
  })

  it('there is a method for each', () => {
    for (const name of Object.keys(METRIC)) {
      const method = `metric${name.charAt(0).toUpperCase()}${name.slice(1)}`
      expect(outbox, method).toHaveProperty(method, expect.any(Function))
    }
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
