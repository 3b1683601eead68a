import { describe, expect, it } from 'vitest'
import { inertProviders } from '../../../lib/local/inert-providers.js'

const PROVIDERS = new Map(
  inertProviders('eu-west-1', '123456789012').map((provider) => [provider.type, provider]),
)

describe('a resource without behaviour', () => {
  it.each([
    [
      'AWS::SNS::Topic',
      { TopicName: 'bell' },
      'arn:aws:sns:eu-west-1:123456789012:bell',
      { TopicName: 'bell' },
    ],
    ['AWS::SNS::Topic', {}, 'arn:aws:sns:eu-west-1:123456789012:Generated', { TopicName: 'Generated' }],
    ['AWS::SNS::Subscription', { TopicArn: 'arn:topic' }, 'arn:topic:Generated', {}],
    [
      'AWS::Lambda::LayerVersion',
      { LayerName: 'tools' },
      'arn:aws:lambda:eu-west-1:123456789012:layer:tools:1',
      {},
    ],
    [
      'AWS::Logs::LogGroup',
      { LogGroupName: '/shop' },
      '/shop',
      { Arn: 'arn:aws:logs:eu-west-1:123456789012:log-group:/shop:*' },
    ],
    ['AWS::IAM::User', { UserName: 'ann' }, 'ann', { Arn: 'arn:aws:iam::123456789012:user/ann' }],
    [
      'AWS::ResourceGroups::Group',
      { Name: 'shop' },
      'shop',
      { Arn: 'arn:aws:resource-groups:eu-west-1:123456789012:group/shop' },
    ],
  ])('gives what AWS gives: %s %j', async (type, properties, ref, attributes) => {
    const provider = PROVIDERS.get(type)
    const made = await provider?.provision({
      logicalId: 'Logical',
      type,
      properties,
      generatedName: 'Generated',
    })
    expect(provider?.passive).toBe(true)
    expect(made?.ref).toBe(ref)
    expect(made?.attributes).toMatchObject(attributes)
  })
})
