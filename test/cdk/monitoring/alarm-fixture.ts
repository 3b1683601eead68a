import type { Stack } from 'aws-cdk-lib'
import type { Template } from 'aws-cdk-lib/assertions'
import type { OutboxConsumer, TransactionalOutboxProps } from 'serverless-outbox/cdk'
import { handlerFunction } from '../consumer/consumer-fixture.js'
import { type OutboxFixture, outboxFixture } from '../fixture.js'

export interface MonitoredFixture extends OutboxFixture {
  readonly consumer: OutboxConsumer
}

/** The stack `Shop` with an outbox `Outbox` and its consumer `Shipping`. */
export function monitoredFixture(
  props: (stack: Stack) => TransactionalOutboxProps = () => ({}),
): MonitoredFixture {
  const fixture = outboxFixture(props)
  const handler = handlerFunction(fixture.stack)
  return { ...fixture, consumer: fixture.outbox.addConsumer('Shipping', { allEventsOf: 'Order', handler }) }
}

/** What an alarm of the template watches, and how. */
export interface AlarmProperties {
  readonly AlarmName: string
  readonly AlarmDescription: string
  readonly Namespace?: string
  readonly MetricName?: string
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[]
  readonly Metrics?: readonly {
    readonly Expression?: string
    readonly MetricStat?: {
      readonly Metric: Pick<AlarmProperties, 'Namespace' | 'MetricName' | 'Dimensions'>
    }
  }[]
  readonly AlarmActions?: readonly unknown[]
  readonly OKActions?: readonly unknown[]
  readonly [property: string]: unknown
}

/** The alarms of a template, by their own part of their names: `oldest-pending-age`. */
export function alarmsOf(template: Template): ReadonlyMap<string, AlarmProperties> {
  const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(
    ({ Properties }): AlarmProperties => Properties,
  )
  return new Map(
    alarms.map((alarm) => [alarm.AlarmName.replace(/^Shop-Outbox(-Shipping)?-[0-9A-F]{8}-/, ''), alarm]),
  )
}
