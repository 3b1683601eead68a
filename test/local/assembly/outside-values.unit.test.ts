import { describe, expect, it } from 'vitest'
import { deploy, idsOf, one, thing } from './deploy-stacks.js'

describe('a custom resource', () => {
  const custom = (properties: unknown, type = 'Custom::Thing'): unknown => ({
    Type: type,
    Properties: properties,
  })

  it.each(['Custom::Thing', 'AWS::CloudFormation::CustomResource'])(
    'of type %s can be referred to',
    async (type) => {
      const { made } = await deploy(
        one({ Resources: { A: custom({ x: 1 }, type), B: thing({ x: { 'Fn::GetAtt': ['A', 'Arn'] } }) } }),
      )
      expect(made).toMatchObject([
        { logicalId: 'A', type, properties: { x: 1 } },
        { properties: { x: 'custom-arn' } },
      ])
    },
  )

  it('that cannot be made is left out, with the reason', async () => {
    const { made, unsupported, registry } = await deploy(
      one({ Resources: { A: custom({ broken: 1 }), B: thing() } }),
    )
    expect(idsOf(made)).toEqual(['B'])
    expect(unsupported.warning()).toContain('Custom::Thing (A: it is broken)')
    expect(registry.find('Shop')?.resources.map(({ logicalId }) => logicalId)).toEqual(['B'])
  })

  it('that cannot be made stops the start when something that runs refers to it', async () => {
    const fixture = one({ Resources: { A: custom({ broken: 1 }), B: thing({ x: { Ref: 'A' } }) } })
    await expect(deploy(fixture)).rejects.toThrow(
      "Test::Thing 'B' refers to Custom::Thing 'A', a resource type that the local cloud does not emulate.",
    )
  })
})

describe('a value from SSM', () => {
  const parameters = {
    Size: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/shop/size' },
    Sizes: { Type: 'AWS::SSM::Parameter::Value<List<String>>', Default: '/shop/size' },
    Unknown: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/elsewhere' },
  }

  it('is that of the parameter in the local cloud', async () => {
    const { made, registry } = await deploy(
      one({
        Parameters: parameters,
        Resources: {
          A: thing({
            x: { Ref: 'Size' },
            list: { Ref: 'Sizes' },
            inline: { 'Fn::Join': ['', ['a-{{resolve:ssm:', '/shop/size:3}}-b']] },
            deep: [{ y: '{{resolve:ssm:/shop/size}}' }],
          }),
        },
      }),
    )
    expect(made[0]?.properties).toEqual({
      x: 'large',
      list: ['large'],
      inline: 'a-large-b',
      deep: [{ y: 'large' }],
    })
    expect(registry.find('Shop')?.description.parameters).toEqual({
      Size: 'large',
      Sizes: 'large',
      Unknown: '/elsewhere',
    })
  })

  it('that only AWS knows is named by whoever needs it', async () => {
    const fixture = one({ Parameters: parameters, Resources: { A: thing({ x: { Ref: 'Unknown' } }) } })
    await expect(deploy(fixture)).rejects.toThrow(/refers to the parameter 'Unknown' .* only AWS knows/)
  })

  it('or a secret that only AWS knows stays a reference, and a warning names it', async () => {
    const secret = '{{resolve:secretsmanager:arn:aws:secretsmanager:eu-west-1:1:secret:a:SecretString:key::}}'
    const { made, unsupported } = await deploy(one({ Resources: { A: thing({ x: secret }) } }))
    expect(made[0]?.properties).toEqual({ x: secret })
    expect(unsupported.warning()).toBe(
      `Only AWS knows the value of these references, they stay as they are: ${secret} in Shop.A.`,
    )
  })
})

describe('the registry of stacks', () => {
  it('knows each with its own resources, in the order in which they were made', async () => {
    const { registry } = await deploy({
      ...one({
        Description: 'A shop',
        Resources: {
          Nested: {
            Type: 'AWS::CloudFormation::Stack',
            Metadata: { 'aws:asset:path': 'Nested.json' },
          },
          A: thing(),
        },
        Outputs: { Name: { Value: { Ref: 'A' }, Export: { Name: 'name' } } },
      }),
      files: { 'Nested.json': { Resources: { Inner: thing() } } },
    })
    const [shop, nested] = registry.all()
    expect(shop?.status).toBe('CREATE_COMPLETE')
    expect(shop?.outputs).toEqual([{ key: 'Name', value: 'ref-A', exportName: 'name' }])
    expect(shop?.resources.map(({ logicalId }) => logicalId)).toEqual(['Nested', 'A'])
    expect(nested?.resources.map(({ logicalId }) => logicalId)).toEqual(['Inner'])
    expect(nested?.description.parentId).toBe(shop?.description.stackId)
    expect(registry.find(shop?.description.stackId ?? '')).toBe(shop)
    expect(registry.find('Shp')).toBeUndefined()
    const times = shop?.resources.map(({ createdAt }) => createdAt) ?? []
    expect(times).toEqual([...times].sort())
  })
})
