import type { ResourceProvider } from './resource-provider.js'

interface InertType {
  readonly type: string
  readonly attributes: (name: string, region: string, accountId: string) => Readonly<Record<string, string>>
  /** The property that names the resource. */
  readonly nameProperty?: string
}

const noAttributes = (): Readonly<Record<string, string>> => ({})

/** Types without behaviour in the local cloud: they exist by name only. */
const INERT_TYPES: readonly InertType[] = [
  { type: 'AWS::CDK::Metadata', attributes: noAttributes },
  { type: 'AWS::CloudWatch::Alarm', nameProperty: 'AlarmName', attributes: arn('cloudwatch', 'alarm:') },
  {
    type: 'AWS::CloudWatch::CompositeAlarm',
    nameProperty: 'AlarmName',
    attributes: arn('cloudwatch', 'alarm:'),
  },
  { type: 'AWS::CloudWatch::Dashboard', nameProperty: 'DashboardName', attributes: noAttributes },
  {
    type: 'AWS::KMS::Key',
    attributes: (name, region, accountId) => ({
      Arn: `arn:aws:kms:${region}:${accountId}:key/${name}`,
      KeyId: name,
    }),
  },
  { type: 'AWS::KMS::Alias', nameProperty: 'AliasName', attributes: noAttributes },
  {
    type: 'AWS::Logs::LogGroup',
    nameProperty: 'LogGroupName',
    attributes: (name, region, accountId) => ({
      Arn: `arn:aws:logs:${region}:${accountId}:log-group:${name}:*`,
    }),
  },
  { type: 'AWS::Logs::MetricFilter', nameProperty: 'FilterName', attributes: noAttributes },
]

export function inertProviders(region: string, accountId: string): readonly ResourceProvider[] {
  return INERT_TYPES.map(({ type, attributes, nameProperty }) => ({
    type,
    passive: true,
    provision: async ({ properties, generatedName }) => {
      const given = nameProperty === undefined ? undefined : properties[nameProperty]
      const name = typeof given === 'string' ? given : generatedName
      return { ref: name, attributes: attributes(name, region, accountId) }
    },
  }))
}

function arn(service: string, kind: string): InertType['attributes'] {
  return (name, region, accountId) => ({ Arn: `arn:aws:${service}:${region}:${accountId}:${kind}${name}` })
}
