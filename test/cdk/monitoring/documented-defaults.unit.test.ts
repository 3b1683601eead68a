import { Duration } from 'aws-cdk-lib'
import { expect, it } from 'vitest'
import { monitoringSettings } from '../../../lib/cdk/monitoring/monitoring-settings.js'
import { documentedProps } from '../documented-props.js'
import { outboxFixture } from '../fixture.js'

const { documented, interfaces, optional } = documentedProps(
  new URL('../../../lib/cdk/monitoring/', import.meta.url),
)
const settings = monitoringSettings({ outbox: outboxFixture().outbox })
const docs = documented('MonitoringProps')

it.each<[string, string, unknown, unknown]>([
  ['topic', '- nobody is told; the alarms have their states', settings.topic, undefined],
  ['notifyWhenOk', 'false', settings.notifyWhenOk, false],
  ['dashboard', 'false', settings.dashboard, false],
  [
    'oldestPendingAge',
    '- 5 minutes, or twice `sweeper.interval` where that is longer',
    settings.oldestPendingAge.toMinutes(),
    5,
  ],
  [
    'iteratorAge',
    '- 5 minutes, or half of `relay.maxRecordAge` where that is shorter',
    settings.iteratorAge.toMinutes(),
    5,
  ],
  ['handedOver', '100', settings.handedOver, 100],
  ['lasting', 'Duration.minutes(15)', settings.lasting.toMinutes(), 15],
])('%s', (name, text, actual, expected) => {
  expect(docs.get(name)).toBe(text)
  expect(actual).toEqual(expected)
})

it('of every optional property', () => {
  expect([...docs.keys()]).toEqual(optional)
  expect(interfaces).toEqual(['MonitoringProps', 'OutboxMonitoringProps'])
})

it('those that depend on another setting keep to the relation', () => {
  const { outbox } = outboxFixture({
    sweeper: { interval: Duration.minutes(10) },
    relay: { maxRecordAge: Duration.minutes(3) },
  })
  const depending = monitoringSettings({ outbox })
  expect(depending.oldestPendingAge.toMinutes()).toBe(20)
  expect(depending.iteratorAge.toSeconds()).toBe(90)
})
