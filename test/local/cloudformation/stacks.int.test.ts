import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackResourceCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  ListStacksCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startEnforcedCloud } from '../iam/enforced-cloud.js'
import { writeAssembly } from '../write-assembly.js'

const TOPIC = { Type: 'AWS::SNS::Topic' }
const SHOP = {
  Description: 'A shop & more',
  Parameters: { Size: { Type: 'Number', Default: 3 }, Zones: { Type: 'CommaDelimitedList', Default: 'a,b' } },
  Resources: {
    Bell: { ...TOPIC, Metadata: { 'aws:cdk:path': 'Shop/Bell/Resource' } },
    Nested: {
      Type: 'AWS::CloudFormation::Stack',
      Properties: { TemplateURL: 'https://example' },
      Metadata: { 'aws:asset:path': 'Nested.template.json' },
    },
  },
  Outputs: {
    BellName: {
      Description: 'Rings',
      Value: { 'Fn::GetAtt': ['Bell', 'TopicName'] },
      Export: { Name: 'shop-bell' },
    },
    Plain: { Value: 'x' },
  },
}
const MANY = {
  Resources: Object.fromEntries(Array.from({ length: 205 }, (_none, index) => [`Topic${index}`, TOPIC])),
}

async function start(): Promise<{ cloud: LocalCloud; client: CloudFormationClient }> {
  const assembly = await writeAssembly({
    stacks: { Shop: { template: SHOP, tags: { team: 'orders' } }, Many: { template: MANY } },
    files: { 'Nested.template.json': { Resources: { Inner: TOPIC } } },
  })
  const cloud = await startEnforcedCloud({ assembly: assembly.directory })
  onTestFinished(async () => {
    await cloud.stop()
    await assembly.remove()
  })
  return { cloud, client: new CloudFormationClient(cloud.clientConfig) }
}

async function stackNamed(client: CloudFormationClient, StackName: string): Promise<Stack> {
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  if (stack === undefined) throw new Error(`no stack ${StackName}`)
  return stack
}

describe('a stack that runs', () => {
  it('is described by name and by id', async () => {
    const { cloud, client } = await start()
    const before = cloud.clock.now()
    await cloud.clock.advance('3h')
    const stack = await stackNamed(client, 'Shop')
    expect(stack).toMatchObject({
      StackName: 'Shop',
      StackId: expect.stringMatching(/^arn:aws:cloudformation:us-east-1:000000000000:stack\/Shop\/.+/),
      Description: 'A shop & more',
      StackStatus: 'CREATE_COMPLETE',
      Parameters: [
        { ParameterKey: 'Size', ParameterValue: '3' },
        { ParameterKey: 'Zones', ParameterValue: 'a,b' },
      ],
      Outputs: [
        {
          OutputKey: 'BellName',
          OutputValue: cloud.attribute('Bell', 'TopicName'),
          Description: 'Rings',
          ExportName: 'shop-bell',
        },
        { OutputKey: 'Plain', OutputValue: 'x' },
      ],
      Tags: [{ Key: 'team', Value: 'orders' }],
      EnableTerminationProtection: false,
    })
    expect(stack.ParentId).toBeUndefined()
    expect(Math.abs((stack.CreationTime?.getTime() ?? 0) - before)).toBeLessThan(60_000)
    expect(await stackNamed(client, stack.StackId ?? '')).toEqual(stack)
  })

  it('is listed with all others, nested ones with their parents', async () => {
    const { client } = await start()
    const { StackSummaries: summaries = [] } = await client.send(
      new ListStacksCommand({ StackStatusFilter: ['CREATE_COMPLETE', 'UPDATE_COMPLETE'] }),
    )
    const shop = summaries.find(({ StackName }) => StackName === 'Shop')
    expect(summaries.map(({ StackName }) => StackName)).toEqual([
      'Shop',
      expect.stringMatching(/^Shop-Nested-/),
      'Many',
    ])
    expect(shop).toMatchObject({ StackStatus: 'CREATE_COMPLETE', TemplateDescription: 'A shop & more' })
    expect(summaries[1]).toMatchObject({ ParentId: shop?.StackId, RootId: shop?.StackId })
    const described = await client.send(new DescribeStacksCommand({}))
    expect(described.Stacks?.map(({ StackName }) => StackName)).toEqual(
      summaries.map(({ StackName }) => StackName),
    )
    const none = await client.send(new ListStacksCommand({ StackStatusFilter: ['DELETE_COMPLETE'] }))
    expect(none.StackSummaries ?? []).toEqual([])
  })

  it('tells its resources, whose physical ids are what Ref gives', async () => {
    const { cloud, client } = await start()
    const bell = {
      LogicalResourceId: 'Bell',
      PhysicalResourceId: cloud.physicalId('Bell'),
      ResourceType: 'AWS::SNS::Topic',
      ResourceStatus: 'CREATE_COMPLETE',
    }
    const listed = await client.send(new ListStackResourcesCommand({ StackName: 'Shop' }))
    expect(listed.StackResourceSummaries).toMatchObject([
      { ...bell, LastUpdatedTimestamp: expect.any(Date) },
      { LogicalResourceId: 'Nested', PhysicalResourceId: cloud.physicalId('Nested') },
    ])
    const nested = await client.send(new ListStackResourcesCommand({ StackName: cloud.physicalId('Nested') }))
    expect(nested.StackResourceSummaries).toMatchObject([
      { LogicalResourceId: 'Inner', PhysicalResourceId: cloud.physicalId('Inner') },
    ])

    const StackName = 'Shop'
    const one = new DescribeStackResourceCommand({ StackName, LogicalResourceId: 'Bell' })
    const { StackResourceDetail: detail } = await client.send(one)
    expect(detail).toMatchObject({ ...bell, StackName })
    expect(JSON.parse(detail?.Metadata ?? '')).toEqual({ 'aws:cdk:path': 'Shop/Bell/Resource' })

    for (const input of [
      { StackName, LogicalResourceId: 'Bell' },
      { PhysicalResourceId: cloud.physicalId('Bell'), LogicalResourceId: 'Bell' },
    ]) {
      const { StackResources: resources } = await client.send(new DescribeStackResourcesCommand(input))
      expect(resources).toMatchObject([{ ...bell, StackName, Timestamp: expect.any(Date) }])
    }
  })

  it('tells its resources in pages of 100', async () => {
    const { client } = await start()
    const pages: number[] = []
    for await (const page of paginateListStackResources({ client }, { StackName: 'Many' })) {
      pages.push(page.StackResourceSummaries?.length ?? 0)
    }
    expect(pages).toEqual([100, 100, 5])
  })

  it('gives its template', async () => {
    const { client } = await start()
    const { TemplateBody: body } = await client.send(new GetTemplateCommand({ StackName: 'Shop' }))
    expect(JSON.parse(body ?? '')).toEqual(SHOP)
  })
})

describe('a request that cannot be answered', () => {
  it.each([
    [
      'an unknown stack',
      new DescribeStacksCommand({ StackName: 'Shpo' }),
      'Stack with id Shpo does not exist',
    ],
    [
      'resources of an unknown stack',
      new ListStackResourcesCommand({ StackName: 'Shpo' }),
      'Stack with id Shpo does not exist',
    ],
    [
      'an unknown resource',
      new DescribeStackResourceCommand({ StackName: 'Shop', LogicalResourceId: 'Bel' }),
      'Resource Bel does not exist for stack Shop',
    ],
    [
      'an unknown physical id',
      new DescribeStackResourcesCommand({ PhysicalResourceId: 'bell' }),
      'Stack for bell does not exist',
    ],
    [
      'a token of somebody else',
      new ListStacksCommand({ NextToken: 'eA==' }),
      'The NextToken is not one that this operation gave.',
    ],
  ])('names %s', async (_name, command, message) => {
    const { client } = await start()
    const error: unknown = await client
      .send(command as DescribeStacksCommand)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'ValidationError', message, $metadata: { httpStatusCode: 400 } })
  })

  it('is an operation that is not emulated', async () => {
    const { client } = await start()
    await expect(client.send(new CreateStackCommand({ StackName: 'New' }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: expect.stringContaining('CreateStack of cloudformation'),
    })
  })
})
