import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../lib/local/index.js'
import { startEnforcedCloud } from './iam/enforced-cloud.js'
import { startCloud } from './start-cloud.js'
import { QUEUES } from './templates.js'
import { writeAssembly } from './write-assembly.js'

const put = (cloud: LocalCloud, type: string): Promise<unknown> =>
  new EventBridgeClient(cloud.clientConfig).send(
    new PutEventsCommand({ Entries: [{ Source: 'shop', DetailType: type, Detail: '{}' }] }),
  )
const ofType =
  (type: string) =>
  ({ envelope }: { readonly envelope: Readonly<Record<string, unknown>> }): boolean =>
    envelope['detail-type'] === type

describe('waiting for an event', () => {
  it('resolves when it comes, and at once when it came before', async () => {
    const cloud = await startCloud({})
    const waited = cloud.waitForEvent(ofType('OrderPlaced'))
    await put(cloud, 'OrderPaid')
    await put(cloud, 'OrderPlaced')
    expect((await waited).envelope).toMatchObject({ source: 'shop', 'detail-type': 'OrderPlaced' })
    expect((await cloud.waitForEvent(ofType('OrderPaid'))).busName).toBe('default')
  })

  it('fails after the time given and says what was seen', async () => {
    const cloud = await startCloud({})
    await expect(cloud.waitForEvent(ofType('Never'), { timeoutMs: 1 })).rejects.toThrow(
      'No such event within 1 ms. No event was published at all.',
    )
    await put(cloud, 'OrderPaid')
    await expect(cloud.waitForEvent(ofType('Never'), { timeoutMs: 1 })).rejects.toThrow(
      'No such event within 1 ms. Seen (1, the latest 1): OrderPaid from shop on default.',
    )
  })
})

describe('a resource', () => {
  const resources = {
    ...QUEUES,
    Named: { Type: 'AWS::SQS::Queue', Metadata: { 'aws:cdk:path': 'Shop/Mail/Queue/Resource' } },
  }

  it('is found by logical id, stack and id, construct path and physical id', async () => {
    const cloud = await startCloud(resources)
    const url = cloud.physicalId('Named')
    for (const name of ['Shop/Named', 'Shop/Mail/Queue', 'Shop/Mail/Queue/Resource', url]) {
      expect(cloud.physicalId(name)).toBe(url)
    }
  })

  it('that does not exist is answered with those that do', async () => {
    const cloud = await startCloud(resources)
    expect(() => cloud.physicalId('Nope')).toThrow(
      "There is no resource 'Nope' in the local cloud. It has: DeadLetters, Orders, Shop/Mail/Queue/Resource.",
    )
    expect(() => cloud.attribute('Named', 'Colour')).toThrow(
      "'Named' has no attribute 'Colour'. It has: Arn, QueueName, QueueUrl.",
    )
  })

  it('of the same id in two stacks must be named with its stack', async () => {
    const template = { Resources: QUEUES }
    const assembly = await writeAssembly({ stacks: { One: { template }, Two: { template } } })
    const cloud = await startEnforcedCloud({ assembly: assembly.directory })
    expect(() => cloud.physicalId('Orders')).toThrow(
      "Several resources go by 'Orders': One/Orders, Two/Orders.",
    )
    expect(cloud.physicalId('One/Orders')).not.toBe(cloud.physicalId('Two/Orders'))
    await cloud.stop()
    await assembly.remove()
  })
})

describe('the local cloud', () => {
  it('gives the outputs of its stacks', async () => {
    const outputs = { Url: { Value: { Ref: 'Orders' } } }
    const cloud = await startCloud(QUEUES, { outputs })
    expect(cloud.outputs).toEqual({ Shop: { Url: cloud.physicalId('Orders') } })
  })

  it('runs in the account and region that the stacks state', async () => {
    const template = { Resources: QUEUES }
    const assembly = await writeAssembly({
      stacks: { Shop: { template, environment: 'aws://123456789012/eu-west-1' } },
    })
    const cloud = await startEnforcedCloud({ assembly: assembly.directory })
    expect([cloud.accountId, cloud.region]).toEqual(['123456789012', 'eu-west-1'])
    expect(cloud.attribute('Orders', 'Arn')).toMatch(/^arn:aws:sqs:eu-west-1:123456789012:/)
    expect(cloud.warnings()).toEqual([])
    await cloud.stop()
    await assembly.remove()
  })

  it('names all that it does not emulate in one warning', async () => {
    const lines: string[] = []
    const alien = { Type: 'AWS::Alien::Thing' }
    const cloud = await startCloud(
      { One: alien, Two: alien, Three: { Type: 'AWS::Other::Thing' } },
      { log: (line) => lines.push(line) },
    )
    expect(cloud.warnings()).toEqual([
      'The local cloud does not emulate these resources, nothing that runs depends on them: AWS::Alien::Thing (One, Two); AWS::Other::Thing (Three).',
    ])
    expect(lines).toEqual([`warning  ${cloud.warnings()[0]}`])
  })

  it('keeps the statements of policies with their roles', async () => {
    const statement = { Effect: 'Allow', Action: 'events:PutEvents', Resource: '*' }
    const cloud = await startCloud({
      Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyName: 'p',
          Roles: [{ Ref: 'Role' }],
          PolicyDocument: {
            Statement: [statement, { ...statement, Resource: { 'Fn::GetAtt': ['Role', 'Arn'] } }],
          },
        },
      },
    })
    const arn = cloud.attribute('Role', 'Arn')
    expect(arn).toBe(`arn:aws:iam::000000000000:role/${cloud.physicalId('Role')}`)
    expect(cloud.policies.statementsOfRole(arn)).toEqual([statement, { ...statement, Resource: arn }])
  })

  it('ends at once although clients keep connections open, and can be ended twice', async () => {
    const cloud = await startCloud({})
    await put(cloud, 'OrderPaid')
    await Promise.all([cloud.stop(), cloud.stop()])
    await expect(fetch(cloud.endpoint)).rejects.toThrow()
  })
})
