import { beforeEach, describe, expect, it } from 'vitest'
import { createEventsService, type EventsService } from '../../../lib/local/events/events-service.js'
import type { ProvisionedResource } from '../../../lib/local/resource-provider.js'
import { callAction } from './fixture/call-action.js'
import { type RecordingEnvironment, recordingEnvironment } from './fixture/recording-environment.js'

let environment: RecordingEnvironment
let events: EventsService
beforeEach(() => {
  environment = recordingEnvironment()
  events = createEventsService(environment)
})

type Properties = Readonly<Record<string, unknown>>

async function provision(
  type: string,
  properties: Properties,
  generatedName = 'Stack-Thing-1',
): Promise<ProvisionedResource> {
  const provider = events.providers.find((candidate) => candidate.type === `AWS::Events::${type}`)
  if (provider === undefined) throw new Error(`No provider for ${type}`)
  return provider.provision({ logicalId: 'Thing', type: provider.type, properties, generatedName })
}

const describeRule = (Name: string, EventBusName?: string): Promise<Properties> =>
  callAction(events.service, 'DescribeRule', { Name, EventBusName })

const PATTERN = { source: ['shop'], detail: { n: [{ numeric: ['>', 1] }] } }

it('a bus: Ref is its name', async () => {
  const bus = await provision('EventBus', { Name: 'orders', Description: 'All orders' })
  const Arn = 'arn:aws:events:us-east-1:000000000000:event-bus/orders'
  expect(bus).toMatchObject({ ref: 'orders', attributes: { Arn, Name: 'orders' } })
  expect(await callAction(events.service, 'DescribeEventBus', { Name: Arn })).toMatchObject({
    Description: 'All orders',
  })
  await bus.stop?.()
  await expect(callAction(events.service, 'DescribeEventBus', { Name: 'orders' })).rejects.toThrow(
    /does not exist/,
  )
})

it('a bus: what has no effect is told in a warning', async () => {
  await provision('EventBus', { Name: 'orders', KmsKeyIdentifier: 'key', LogConfig: { Level: 'INFO' } })
  expect(environment.warnings).toEqual([
    'Thing (AWS::Events::EventBus): KmsKeyIdentifier, LogConfig has no effect in the local cloud.',
  ])
})

describe('a rule', () => {
  const queue = { Id: 'Target0', Arn: 'arn:aws:sqs:us-east-1:000000000000:q', InputPath: '$.detail' }

  it('of the default bus: Ref is its name', async () => {
    const rule = await provision('Rule', { EventPattern: PATTERN, State: 'DISABLED', Targets: [queue] })
    expect(rule).toMatchObject({
      ref: 'Stack-Thing-1',
      attributes: { Arn: 'arn:aws:events:us-east-1:000000000000:rule/Stack-Thing-1' },
    })
    const described = await describeRule('Stack-Thing-1')
    expect(described).toMatchObject({ State: 'DISABLED', EventBusName: 'default' })
    expect(JSON.parse(String(described['EventPattern']))).toEqual(PATTERN)
    expect(await callAction(events.service, 'ListTargetsByRule', { Rule: 'Stack-Thing-1' })).toEqual({
      Targets: [queue],
    })
    await rule.stop?.()
    await expect(describeRule('Stack-Thing-1')).rejects.toThrow(/does not exist/)
  })

  it('of another bus: Ref is bus|rule, whether the bus is given by name or ARN', async () => {
    const bus = await provision('EventBus', { Name: 'orders' })
    for (const EventBusName of ['orders', bus.attributes['Arn']]) {
      const rule = await provision('Rule', {
        Name: 'placed',
        EventBusName,
        EventPattern: JSON.stringify(PATTERN),
      })
      expect(rule).toMatchObject({
        ref: 'orders|placed',
        attributes: { Arn: 'arn:aws:events:us-east-1:000000000000:rule/orders/placed' },
      })
    }
    expect(await describeRule('placed', 'orders')).toMatchObject({ State: 'ENABLED' })
  })

  it('with a generated name that is too long gets a unique shorter one', async () => {
    const refs = await Promise.all(
      ['a', 'b'].map(
        async (end) => (await provision('Rule', { EventPattern: PATTERN }, `${'x'.repeat(70)}${end}`)).ref,
      ),
    )
    expect(new Set(refs).size).toBe(2)
    for (const ref of refs) expect(ref).toMatch(/^x{51}-[0-9a-f]{12}$/)
  })

  it('with a schedule needs no pattern', async () => {
    await provision('Rule', { ScheduleExpression: 'rate(1 minute)' })
    expect(await describeRule('Stack-Thing-1')).toMatchObject({ ScheduleExpression: 'rate(1 minute)' })
  })

  it('with a target that cannot be served is refused', async () => {
    const target = { Id: 't', Arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:m' }
    await expect(provision('Rule', { EventPattern: PATTERN, Targets: [target] })).rejects.toThrow(
      /stateMachine:m/,
    )
  })
})

it('a bus policy is kept in both its forms', async () => {
  const Statement = { Sid: 'one', Effect: 'Allow', Principal: '*', Action: 'events:PutEvents', Resource: '*' }
  const policy = await provision('EventBusPolicy', { StatementId: 'one', Statement })
  await provision('EventBusPolicy', {
    StatementId: 'two',
    Action: 'events:PutEvents',
    Principal: '111122223333',
  })
  const { Policy } = await callAction(events.service, 'DescribeEventBus', {})
  expect(policy.ref).toBe('one')
  expect(JSON.parse(String(Policy))).toEqual({
    Version: '2012-10-17',
    Statement: [
      Statement,
      {
        Sid: 'two',
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::111122223333:root' },
        Action: 'events:PutEvents',
        Resource: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
      },
    ],
  })
  await expect(provision('EventBusPolicy', { StatementId: 'three' })).rejects.toThrow(/to have a `Statement`/)
})

it('an archive: Ref is its name', async () => {
  const SourceArn = 'arn:aws:events:us-east-1:000000000000:event-bus/default'
  const archive = await provision(
    'Archive',
    { SourceArn, EventPattern: PATTERN, RetentionDays: '3' },
    'x'.repeat(60),
  )
  expect(archive.ref).toMatch(/^x{35}-[0-9a-f]{12}$/)
  const Arn = `arn:aws:events:us-east-1:000000000000:archive/${archive.ref}`
  expect(archive.attributes).toEqual({ Arn, ArchiveName: archive.ref })
  expect(await callAction(events.service, 'DescribeArchive', { ArchiveName: archive.ref })).toMatchObject({
    ArchiveArn: Arn,
    EventSourceArn: SourceArn,
    EventPattern: JSON.stringify(PATTERN),
    RetentionDays: 3,
    State: 'ENABLED',
    EventCount: 0,
    SizeBytes: 0,
  })
  await archive.stop?.()
  await expect(callAction(events.service, 'DescribeArchive', { ArchiveName: archive.ref })).rejects.toThrow(
    /does not exist/,
  )
})
