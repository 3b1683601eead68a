import { LocalCloudError } from '../local-cloud-error.js'
import type { LocalEnvironment, ResourceProvider } from '../resource-provider.js'
import type { AlarmRegistry } from './alarm-registry.js'
import { metricAlarm } from './metric-alarm.js'

/** `Ref` is the alarm's name. */
export function alarmProviders(
  { region, accountId, clock, spies }: Pick<LocalEnvironment, 'region' | 'accountId' | 'clock' | 'spies'>,
  alarms: AlarmRegistry,
): readonly ResourceProvider[] {
  const identityOf = (properties: Readonly<Record<string, unknown>>, generatedName: string) => {
    const given = properties['AlarmName']
    const name = typeof given === 'string' ? given : generatedName
    const arn = `arn:aws:cloudwatch:${region}:${accountId}:alarm:${name}`
    return { name, arn, createdAt: clock.now() }
  }
  return [
    {
      type: 'AWS::CloudWatch::Alarm',
      passive: true,
      provision: async ({ logicalId, properties, generatedName }) => {
        const identity = identityOf(properties, generatedName)
        if (properties['MetricName'] === undefined && properties['Metrics'] === undefined)
          spies.warn(`Alarm ${logicalId} watches no metric: the local cloud does not evaluate it.`)
        else alarms.add(metricAlarm(properties, identity))
        return { ref: identity.name, attributes: { Arn: identity.arn } }
      },
    },
    {
      type: 'AWS::CloudWatch::CompositeAlarm',
      passive: true,
      provision: async ({ properties, generatedName }) => {
        const identity = identityOf(properties, generatedName)
        const rule = properties['AlarmRule']
        if (typeof rule !== 'string') throw new LocalCloudError('Expected `AlarmRule` to be text.')
        alarms.add({ kind: 'composite', ...identity, properties, rule })
        return { ref: identity.name, attributes: { Arn: identity.arn } }
      },
    },
  ]
}
