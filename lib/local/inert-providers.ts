import type { JsonRecord } from './record.js'
import type { ResourceProvider } from './resource-provider.js'

/** One resource, where it would be on AWS. */
interface InertResource {
  readonly name: string
  readonly region: string
  readonly accountId: string
  readonly properties: JsonRecord
}

interface InertType {
  /** The property that names the resource. */
  readonly nameProperty?: string
  /** What `Ref` gives. @default - the name */
  readonly ref?: (resource: InertResource) => string
  /** What `Fn::GetAtt` gives. @default - nothing */
  readonly attributes?: (resource: InertResource) => Readonly<Record<string, string>>
}

type Text = (resource: InertResource) => string

/** Types without behaviour in the local cloud: they exist by name only. */
const INERT_TYPES: Readonly<Record<string, InertType>> = {
  'AWS::ApplicationInsights::Application': {},
  'AWS::CDK::Metadata': {},
  'AWS::CloudFormation::WaitCondition': { attributes: () => ({ Data: '{}' }) },
  'AWS::CloudFormation::WaitConditionHandle': {},
  'AWS::CloudWatch::AnomalyDetector': { attributes: ({ name }) => ({ Id: name }) },
  'AWS::CloudWatch::Dashboard': { nameProperty: 'DashboardName' },
  'AWS::CloudWatch::InsightRule': {
    nameProperty: 'RuleName',
    ref: arn('cloudwatch', 'insight-rule/'),
    attributes: ({ name, ...rest }) => ({
      Arn: arn('cloudwatch', 'insight-rule/')({ name, ...rest }),
      RuleName: name,
    }),
  },
  'AWS::CloudWatch::MetricStream': {
    nameProperty: 'Name',
    attributes: arnOnly(arn('cloudwatch', 'metric-stream/')),
  },
  'AWS::IAM::AccessKey': { attributes: () => ({ SecretAccessKey: 'a-secret-of-the-local-cloud' }) },
  'AWS::IAM::Group': { nameProperty: 'GroupName', attributes: arnOnly(globalArn('group/')) },
  'AWS::IAM::InstanceProfile': {
    nameProperty: 'InstanceProfileName',
    attributes: arnOnly(globalArn('instance-profile/')),
  },
  'AWS::IAM::OIDCProvider': {
    ref: globalArn('oidc-provider/'),
    attributes: arnOnly(globalArn('oidc-provider/')),
  },
  'AWS::IAM::ServiceLinkedRole': { attributes: ({ name }) => ({ RoleName: name }) },
  'AWS::IAM::User': { nameProperty: 'UserName', attributes: arnOnly(globalArn('user/')) },
  'AWS::IAM::UserToGroupAddition': { attributes: ({ name }) => ({ Id: name }) },
  'AWS::KMS::Alias': { nameProperty: 'AliasName' },
  'AWS::KMS::Key': {
    attributes: (key) => ({ Arn: arn('kms', 'key/')(key), KeyId: key.name }),
  },
  'AWS::Lambda::LayerVersion': {
    nameProperty: 'LayerName',
    ref: layerVersionArn,
    attributes: (layer) => ({ LayerVersionArn: layerVersionArn(layer) }),
  },
  'AWS::Lambda::LayerVersionPermission': { attributes: ({ name }) => ({ Id: name }) },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    attributes: (group) => ({ Arn: `${arn('logs', 'log-group:')(group)}:*` }),
  },
  'AWS::Logs::LogStream': { nameProperty: 'LogStreamName' },
  'AWS::Logs::MetricFilter': { nameProperty: 'FilterName' },
  'AWS::Logs::QueryDefinition': { attributes: ({ name }) => ({ QueryDefinitionId: name }) },
  'AWS::Logs::ResourcePolicy': { nameProperty: 'PolicyName' },
  'AWS::Logs::SubscriptionFilter': { nameProperty: 'FilterName' },
  'AWS::ResourceGroups::Group': {
    nameProperty: 'Name',
    attributes: arnOnly(arn('resource-groups', 'group/')),
  },
  'AWS::ResourceGroups::TagSyncTask': { attributes: ({ name }) => ({ TaskArn: name }) },
  'AWS::SNS::Subscription': {
    ref: ({ name, properties }) => `${String(properties['TopicArn'])}:${name}`,
    attributes: ({ name, properties }) => ({ Arn: `${String(properties['TopicArn'])}:${name}` }),
  },
  'AWS::SNS::Topic': {
    nameProperty: 'TopicName',
    ref: arn('sns', ''),
    attributes: (topic) => ({ TopicArn: arn('sns', '')(topic), TopicName: topic.name }),
  },
  'AWS::SNS::TopicInlinePolicy': {},
  'AWS::SNS::TopicPolicy': { attributes: ({ name }) => ({ Id: name }) },
  'AWS::ServiceCatalogAppRegistry::Application': {
    nameProperty: 'Name',
    attributes: ({ name }) => ({ Id: name }),
  },
  'AWS::ServiceCatalogAppRegistry::ResourceAssociation': {},
}

export function inertProviders(region: string, accountId: string): readonly ResourceProvider[] {
  return Object.entries(INERT_TYPES).map(([type, { nameProperty, ref, attributes }]) => ({
    type,
    passive: true,
    provision: async ({ properties, generatedName }) => {
      const given = nameProperty === undefined ? undefined : properties[nameProperty]
      const name = typeof given === 'string' ? given : generatedName
      const resource = { name, region, accountId, properties }
      return { ref: ref?.(resource) ?? name, attributes: attributes?.(resource) ?? {} }
    },
  }))
}

function arn(service: string, kind: string): Text {
  return ({ name, region, accountId }) => `arn:aws:${service}:${region}:${accountId}:${kind}${name}`
}

/** IAM has no regions. */
function globalArn(kind: string): Text {
  return ({ name, accountId }) => `arn:aws:iam::${accountId}:${kind}${name}`
}

function arnOnly(text: Text): InertType['attributes'] {
  return (resource) => ({ Arn: text(resource) })
}

function layerVersionArn(layer: InertResource): string {
  return `${arn('lambda', 'layer:')(layer)}:1`
}
