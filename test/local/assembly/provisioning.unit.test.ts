import { describe, expect, it } from 'vitest'
import { readCloudAssembly } from '../../../lib/local/assembly/cloud-assembly.js'
import { dependencyOrder } from '../../../lib/local/assembly/dependency-order.js'
import { writeAssembly } from '../write-assembly.js'
import { deploy, idsOf, one, thing } from './deploy-stacks.js'

describe('the order of resources', () => {
  it('follows Ref, GetAtt, Sub and DependsOn', async () => {
    const { made } = await deploy(
      one({
        Resources: {
          A: thing({ x: { Ref: 'B' } }),
          B: thing({ x: { 'Fn::GetAtt': ['C', 'Arn'] } }),
          C: thing({ x: { 'Fn::Sub': '\u0024{D.Arn}/\u0024{AWS::Region}' } }),
          D: thing({}, { DependsOn: 'E' }),
          E: thing({}, { DependsOn: ['F'] }),
          F: thing(),
        },
      }),
    )
    expect(idsOf(made)).toEqual(['F', 'E', 'D', 'C', 'B', 'A'])
    expect(made.at(-1)?.properties).toEqual({ x: 'ref-B' })
    expect(made.at(3)?.properties).toEqual({ x: 'arn-D/eu-west-1' })
  })

  it('names the circle when there is one', async () => {
    const circle = one({
      Resources: {
        A: thing({ x: { Ref: 'B' } }),
        B: thing({ x: { Ref: 'C' } }),
        C: thing({}, { DependsOn: 'A' }),
      },
    })
    await expect(deploy(circle)).rejects.toThrow('These depend on each other in a circle: A -> B -> C -> A.')
  })

  it('is stable for what does not depend on each other', () => {
    expect(dependencyOrder(['b', 'a', 'c'], (name) => (name === 'b' ? ['c', 'elsewhere'] : []))).toEqual([
      'c',
      'b',
      'a',
    ])
  })
})

describe('a resource', () => {
  it('gets a generated name of at most 62 characters that names its stack and itself', async () => {
    const long = 'L'.repeat(80)
    const { made } = await deploy(one({ Resources: { Short: thing(), [long]: thing() } }))
    expect(made[0]?.generatedName).toMatch(/^Shop-Short-[0-9A-F]{12}$/)
    expect(made[1]?.generatedName.length).toBeLessThanOrEqual(62)
  })

  it('does not exist when its condition is false', async () => {
    const { made } = await deploy(
      one({
        Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
        Resources: { A: thing({}, { Condition: 'Never' }), B: thing({}, { DependsOn: 'A' }) },
        Outputs: { Gone: { Value: { Ref: 'A' }, Condition: 'Never' } },
      }),
    )
    expect(idsOf(made)).toEqual(['B'])
  })

  it('that cannot be made is named with the reason', async () => {
    await expect(deploy(one({ Resources: { A: thing({ fail: true }) } }))).rejects.toThrow(
      "Test::Thing 'A' cannot run: it is broken",
    )
  })

  it('of an unknown type is left out and named when only something passive refers to it', async () => {
    const { made, unsupported } = await deploy(
      one({
        Resources: {
          Alien: { Type: 'AWS::Alien::Thing' },
          Paper: { Type: 'Test::Paper', Properties: { x: { 'Fn::GetAtt': ['Alien', 'Arn'] } } },
        },
        Outputs: { Url: { Value: { Ref: 'Alien' } } },
      }),
    )
    expect(made.map(({ properties }) => properties)).toEqual([{ x: 'AWS::Alien::Thing:Alien:Arn' }])
    expect(unsupported.warning()).toMatch(
      /AWS::Alien::Thing \(Alien\)\. Outputs without a value: Shop\.Url\./,
    )
  })

  it('of an unknown type stops the start when something that runs refers to it', async () => {
    const fixture = one({
      Resources: { Alien: { Type: 'AWS::Alien::Thing' }, A: thing({ x: { Ref: 'Alien' } }) },
    })
    await expect(deploy(fixture)).rejects.toThrow(
      "Test::Thing 'A' refers to AWS::Alien::Thing 'Alien', a resource type that the local cloud does not emulate.",
    )
  })
})

describe('stacks', () => {
  const producer = {
    template: {
      Resources: { A: thing() },
      Outputs: {
        Arn: {
          Value: { 'Fn::GetAtt': ['A', 'Arn'] },
          Export: { Name: { 'Fn::Sub': '\u0024{AWS::StackName}:Arn' } },
        },
      },
    },
  }
  const consumer = {
    template: { Resources: { B: thing({ x: { 'Fn::ImportValue': 'Producer:Arn' } }) } },
    dependencies: ['Producer'],
  }

  it('are deployed after those they import from', async () => {
    const { made, stacks } = await deploy({ stacks: { Consumer: consumer, Producer: producer } })
    expect(idsOf(made)).toEqual(['A', 'B'])
    expect(made[1]?.properties).toEqual({ x: 'arn-A' })
    expect(stacks[0]?.outputs).toEqual({ Arn: 'arn-A' })
  })

  it('that are chosen bring what they depend on, and no others', async () => {
    const other = { template: { Resources: { C: thing() } } }
    const { made } = await deploy({ stacks: { Other: other, Consumer: consumer, Producer: producer } }, [
      'Consumer',
    ])
    expect(idsOf(made)).toEqual(['A', 'B'])
  })

  it('that do not exist are named, with those that do', async () => {
    await expect(deploy({ stacks: { Producer: producer } }, ['Prodcuer'])).rejects.toThrow(
      "There is no stack 'Prodcuer' in the cloud assembly. It has: Producer.",
    )
  })

  it('nested in a stack get parameters and give outputs', async () => {
    const nested = {
      Parameters: { Name: { Type: 'String' } },
      Resources: { Inner: thing({ x: { Ref: 'Name' } }) },
      Outputs: { Arn: { Value: { 'Fn::GetAtt': ['Inner', 'Arn'] } } },
    }
    const { made, stacks } = await deploy({
      ...one({
        Resources: {
          Nested: {
            Type: 'AWS::CloudFormation::Stack',
            Properties: { TemplateURL: 'https://example', Parameters: { Name: { Ref: 'A' } } },
            Metadata: { 'aws:asset:path': 'Nested.nested.template.json' },
          },
          A: thing(),
          B: thing({ x: { 'Fn::GetAtt': ['Nested', 'Outputs.Arn'] } }),
        },
      }),
      files: { 'Nested.nested.template.json': nested },
    })
    expect(made.map(({ properties }) => properties)).toEqual([{}, { x: 'ref-A' }, { x: 'arn-Inner' }])
    expect(stacks[0]?.resources.map(({ logicalId }) => logicalId)).toEqual(['A', 'Inner', 'Nested', 'B'])
  })
})

describe('a folder', () => {
  it('without an assembly is refused with the way out', async () => {
    await expect(readCloudAssembly('/nowhere/cdk.out')).rejects.toThrow(
      /There is no cloud assembly in \/nowhere\/cdk\.out.*Run `npx cdk synth` first/,
    )
  })

  it('gives the file assets by object key', async () => {
    const assembly = await writeAssembly({ ...one({}), assets: { abc: { 'index.mjs': '' } } })
    const { assetPath } = await readCloudAssembly(assembly.directory)
    expect(assetPath('abc.zip')).toBe(`${assembly.directory}/asset.abc`)
    expect(assetPath('other.zip')).toBeUndefined()
    await assembly.remove()
  })
})
