import { TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import {
  CreateEventSourceMappingCommand,
  type CreateEventSourceMappingCommandInput,
  DeleteEventSourceMappingCommand,
  GetEventSourceMappingCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { describe, expect, it } from 'vitest'
import type { StreamOptions } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { type TableWorld, tableWorld } from '../streams/table-world.js'
import { TABLE } from '../templates.js'
import { functionResource } from './lambda-resources.js'

const SOURCE = `
  export const handler = async ({ Records: records }) => {
    for (const { eventName, dynamodb, userIdentity } of records) {
      const who = userIdentity === undefined ? '' : ' ' + JSON.stringify(userIdentity)
      console.log('got ' + eventName + ' ' + dynamodb.Keys.sk.S + who)
    }
  }`

interface Mapped extends TableWorld {
  readonly lambda: LambdaClient
  readonly create: (more?: Partial<CreateEventSourceMappingCommandInput>) => Promise<string>
  readonly state: (UUID: string) => Promise<string | undefined>
  readonly lastResult: (UUID: string) => Promise<string | undefined>
  /** What the function got so far. */
  readonly got: () => Promise<readonly string[]>
}

async function start(streams: StreamOptions = {}): Promise<Mapped> {
  const world = await tableWorld(
    streams,
    { Reader: functionResource('reader') },
    { reader: { 'index.mjs': SOURCE } },
  )
  const { cloud } = world
  const lambda = new LambdaClient({ ...cloud.clientConfig, maxAttempts: 1 })
  const get = async (UUID: string): Promise<{ State?: string; LastProcessingResult?: string }> =>
    lambda.send(new GetEventSourceMappingCommand({ UUID }))
  return {
    ...world,
    lambda,
    create: async (more = {}) => {
      const { UUID = '' } = await lambda.send(
        new CreateEventSourceMappingCommand({
          EventSourceArn: cloud.attribute('Table', 'StreamArn'),
          FunctionName: cloud.physicalId('Reader'),
          StartingPosition: 'TRIM_HORIZON',
          ...more,
        }),
      )
      return UUID
    },
    state: async (UUID) => (await get(UUID)).State,
    lastResult: async (UUID) => (await get(UUID)).LastProcessingResult,
    got: async () => {
      await cloud.clock.quiet()
      return cloud.logLines('Reader').flatMap((line) => (line.startsWith('got ') ? [line.slice(4)] : []))
    },
  }
}

describe('a mapping that is created', () => {
  it('is Creating, then Enabled; from TRIM_HORIZON it misses nothing', async () => {
    const { cloud, put, create, state, lastResult, got } = await start()
    await put('order', '1')
    const UUID = await create()
    expect(await state(UUID)).toBe('Creating')
    await put('order', '2')
    await cloud.clock.advance('5s')
    expect([await state(UUID), await lastResult(UUID)]).toEqual(['Enabled', 'OK'])
    expect(await got()).toEqual(['INSERT 1', 'INSERT 2'])
  })

  it('misses from LATEST what is written until it is Enabled', async () => {
    const { cloud, put, create, got, lastResult } = await start()
    await put('order', '1')
    const UUID = await create({ StartingPosition: 'LATEST' })
    await put('order', '2')
    await cloud.clock.advance('5s')
    expect(await lastResult(UUID)).toBe('No records processed')
    await put('order', '3')
    expect(await got()).toEqual(['INSERT 3'])
  })

  it('is refused a second time, without a starting position, and on a stream that there is not', async () => {
    const { create, cloud } = await start()
    await create()
    await expect(create()).rejects.toMatchObject({ name: 'ResourceConflictException' })
    const EventSourceArn = `${cloud.attribute('Table', 'StreamArn')}0`
    await expect(create({ EventSourceArn, StartingPosition: undefined })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('StartingPosition'),
    })
    await expect(create({ EventSourceArn })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('Stream not found'),
    })
    await expect(create({ EventSourceArn, FunctionName: 'nobody' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })
})

describe('a mapping that is deleted', () => {
  it('is Deleting, then gone; a new one begins anew', async () => {
    const { cloud, lambda, put, create, state, got } = await start()
    const UUID = await create()
    await cloud.clock.advance('5s')
    await put('order', '1')
    await cloud.clock.quiet()
    const { State: deleting } = await lambda.send(new DeleteEventSourceMappingCommand({ UUID }))
    expect(deleting).toBe('Deleting')
    await expect(
      lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: false })),
    ).rejects.toMatchObject({
      name: 'ResourceInUseException',
    })
    await cloud.clock.advance('5s')
    await expect(state(UUID)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await put('order', '2')
    expect(await got()).toEqual(['INSERT 1'])
    await create()
    await cloud.clock.advance('5s')
    expect(await got()).toEqual(['INSERT 1', 'INSERT 1', 'INSERT 2'])
  })
})

describe('a stream that is switched off and on', () => {
  it('orphans its mapping, which delivers what was there and says that it has a problem', async () => {
    const { cloud, put, create, state, lastResult, got, switchStream } = await start()
    const UUID = await create()
    await cloud.clock.advance('5s')
    await put('order', '1')
    await switchStream(false)
    const arn = await switchStream(true)
    await put('order', '2')
    expect(await got()).toEqual(['INSERT 1'])
    expect(await state(UUID)).toBe('Enabled')
    expect(await lastResult(UUID)).toContain('PROBLEM')
    await create({ EventSourceArn: arn })
    await cloud.clock.advance('5s')
    expect(await got()).toEqual(['INSERT 1', 'INSERT 2'])
  })
})

describe('a mapping', () => {
  it('processes a shard before its children', async () => {
    const { cloud, put, create, got } = await start({ shards: 1, recordsPerShard: 5 })
    await create({ BatchSize: 3 })
    const written = Array.from({ length: 40 }, (_, n) => String(n).padStart(2, '0'))
    for (const sk of written.slice(0, 20)) await put('order', sk)
    await cloud.clock.advance('5s')
    for (const sk of written.slice(20)) await put('order', sk)
    expect(await got()).toEqual(written.map((sk) => `INSERT ${sk}`))
  })

  it('delivers a transaction once, also where some records come later', async () => {
    const { cloud, client, TableName, create, got } = await start({ delayedTransactions: 1 })
    await create()
    await cloud.clock.advance('5s')
    const written = Array.from({ length: 20 }, (_, n) => String(n).padStart(2, '0'))
    for (const pk of ['a', 'b', 'c'])
      await client.send(
        new TransactWriteItemsCommand({
          TransactItems: written.map((sk) => ({
            Put: { TableName, Item: { pk: { S: sk }, sk: { S: pk + sk } } },
          })),
        }),
      )
    const expected = ['a', 'b', 'c'].flatMap((pk) => written.map((sk) => `INSERT ${pk}${sk}`))
    const seen = await got()
    expect([...seen].sort()).toEqual(expected)
    expect(seen).not.toEqual(expected)
  })

  it('delivers what a replica wrote, and the deletion of an expired item with its service', async () => {
    const { cloud, create, got } = await start()
    await create()
    await cloud.clock.advance('5s')
    const replica = cloud.replica('Table')
    await replica.put({ pk: 'a', sk: 'foreign' })
    await replica.delete({ pk: 'a', sk: 'foreign' })
    const expiresAt = Math.floor(cloud.clock.now() / 1000)
    await replica.put({ pk: 'a', sk: 'old', expiresAt })
    await cloud.clock.advance('12h')
    expect(await got()).toEqual([
      'INSERT foreign',
      'REMOVE foreign',
      'INSERT old',
      'REMOVE old {"type":"Service","principalId":"dynamodb.amazonaws.com"}',
    ])
  })

  it('and time to live cost an idle day nothing', async () => {
    const { cloud, create, put } = await start()
    await create()
    await put('order', '1')
    await cloud.clock.advance('5s')
    const before = performance.now()
    await cloud.clock.advance('2d')
    expect(performance.now() - before).toBeLessThan(1000)
  })

  it('tells the age of what it reads', async () => {
    const { cloud, create, put } = await start()
    await put('order', '1')
    await cloud.clock.advance('1h')
    const ages: number[] = []
    cloud.listen({
      onMetric: ({ name, value }) => {
        if (name === 'IteratorAge') ages.push(value)
      },
    })
    await create()
    await cloud.clock.advance('5s')
    expect(ages[0]).toBeGreaterThanOrEqual(3_600_000)
    expect(ages[0]).toBeLessThan(3_700_000)
  })
})

const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } }],
}

it('is refused when the role of the function may not read the stream', async () => {
  const starting = startCloud(
    {
      Table: TABLE,
      Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: TRUST } },
      Reader: functionResource('reader', { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } }),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Reader' },
          StartingPosition: 'TRIM_HORIZON',
        },
      },
    },
    { assets: { reader: { 'index.mjs': SOURCE } } },
  )
  await expect(starting).rejects.toThrow('Please ensure the role can perform the GetRecords')
})
