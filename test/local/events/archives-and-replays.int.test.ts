import {
  CancelReplayCommand,
  CreateArchiveCommand,
  DeleteArchiveCommand,
  DescribeArchiveCommand,
  DescribeReplayCommand,
  type DescribeReplayCommandOutput,
  EventBridgeClient,
  ListArchivesCommand,
  ListReplaysCommand,
  PutEventsCommand,
  StartReplayCommand,
  type StartReplayCommandInput,
  UpdateArchiveCommand,
} from '@aws-sdk/client-eventbridge'
import { describe, expect, it } from 'vitest'
import type { LocalCloud } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { receiveMessages } from './fixture/receive-messages.js'
import { queues } from './fixture/target-resources.js'

const BUS = 'arn:aws:events:us-east-1:000000000000:event-bus/orders'
const ARCHIVE = 'arn:aws:events:us-east-1:000000000000:archive/all'
const RULE = 'arn:aws:events:us-east-1:000000000000:rule/orders/first'

const rule = (name: string, queue: string): unknown => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    Name: name,
    EventBusName: { Ref: 'Bus' },
    EventPattern: { source: ['shop'] },
    Targets: [{ Id: 't', Arn: { 'Fn::GetAtt': [queue, 'Arn'] } }],
  },
})

const RESOURCES = {
  ...queues('First', 'Second'),
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'orders' } },
  FirstRule: rule('first', 'First'),
  SecondRule: rule('second', 'Second'),
  All: {
    Type: 'AWS::Events::Archive',
    Properties: { ArchiveName: 'all', SourceArn: { 'Fn::GetAtt': ['Bus', 'Arn'] } },
  },
}

interface World {
  readonly cloud: LocalCloud
  readonly client: EventBridgeClient
  readonly put: (type: string, Time?: Date) => Promise<void>
  readonly replay: (change?: Partial<StartReplayCommandInput>) => Promise<void>
  readonly state: (ReplayName?: string) => Promise<DescribeReplayCommandOutput>
  readonly bodies: (queue: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

async function start(seed?: number): Promise<World> {
  const cloud = await startCloud(RESOURCES, seed === undefined ? {} : { seed })
  const client = new EventBridgeClient({ ...cloud.clientConfig, maxAttempts: 1 })
  return {
    cloud,
    client,
    put: async (DetailType, Time) => {
      const entry = { EventBusName: 'orders', Source: 'shop', DetailType, Detail: '{ "n": 1.0 }' }
      await client.send(
        new PutEventsCommand({ Entries: [{ ...entry, ...(Time !== undefined && { Time }) }] }),
      )
    },
    replay: async (change = {}) => {
      await client.send(
        new StartReplayCommand({
          ReplayName: 'again',
          EventSourceArn: ARCHIVE,
          EventStartTime: new Date(cloud.clock.now() - 86_400_000),
          EventEndTime: new Date(cloud.clock.now()),
          Destination: { Arn: BUS },
          ...change,
        }),
      )
    },
    state: (ReplayName = 'again') => client.send(new DescribeReplayCommand({ ReplayName })),
    bodies: async (queue) => (await receiveMessages(cloud, queue)).map(({ body }) => JSON.parse(body)),
  }
}

describe('a replay', () => {
  it('sends the events to the bus again, with its name, and is not archived itself', async () => {
    const { cloud, client, put, replay, state, bodies } = await start()
    await put('Placed')
    const [original] = await bodies('First')
    await bodies('Second')
    await cloud.clock.advance('10m')
    await replay()
    expect(await state()).toMatchObject({ State: 'STARTING', Destination: { Arn: BUS } })
    await cloud.clock.advance('1m')
    const done = await state()
    expect(done).toMatchObject({
      State: 'COMPLETED',
      ReplayArn: 'arn:aws:events:us-east-1:000000000000:replay/again',
      EventSourceArn: ARCHIVE,
      EventLastReplayedTime: new Date(String(original?.['time'])),
      ReplayStartTime: expect.any(Date),
      ReplayEndTime: expect.any(Date),
    })
    for (const queue of ['First', 'Second']) {
      expect(await receiveMessages(cloud, queue)).toMatchObject([
        {
          body: `${JSON.stringify(original).replace('{"n":1}', '{ "n": 1.0 }').slice(0, -1)},"replay-name":"again"}`,
        },
      ])
    }
    await cloud.clock.advance('10m')
    expect(await client.send(new DescribeArchiveCommand({ ArchiveName: 'all' }))).toMatchObject({
      EventCount: 1,
    })
  })

  it('goes to the chosen rules only, and takes the events of its time range only', async () => {
    const { cloud, put, replay, bodies } = await start()
    const noon = Date.parse('2026-05-01T12:00:00Z')
    for (const minute of [-1, 0, 5, 6]) await put(`minute ${minute}`, new Date(noon + minute * 60_000))
    await bodies('First')
    await bodies('Second')
    await cloud.clock.advance('10m')
    await replay({
      EventStartTime: new Date(noon),
      EventEndTime: new Date(noon + 5 * 60_000),
      Destination: { Arn: BUS, FilterArns: [RULE] },
    })
    await cloud.clock.advance('1m')
    expect((await bodies('First')).map((event) => event['detail-type'])).toEqual(['minute 0', 'minute 5'])
    expect(await bodies('Second')).toEqual([])
  })

  it('takes minute by minute, in any order within one, the same for the same seed', async () => {
    const order = async (seed: number): Promise<readonly unknown[]> => {
      const { cloud, put, replay } = await start(seed)
      const noon = Date.parse('2026-05-01T12:00:00Z')
      for (const second of [61, 62, 63, 64, 65, 1, 2, 3, 4, 5]) {
        await put(`${second}`, new Date(noon + second * 1000))
      }
      await cloud.clock.advance('10m')
      await replay({ EventStartTime: new Date(noon), EventEndTime: new Date(noon + 3_600_000) })
      await cloud.clock.advance('1m')
      const replayed = cloud.events().filter(({ envelope }) => 'replay-name' in envelope)
      return replayed.map(({ envelope }) => envelope['detail-type'])
    }
    const first = await order(7)
    expect(new Set(first.slice(0, 5))).toEqual(new Set(['1', '2', '3', '4', '5']))
    expect(new Set(first.slice(5))).toEqual(new Set(['61', '62', '63', '64', '65']))
    expect(first).not.toEqual(['1', '2', '3', '4', '5', '61', '62', '63', '64', '65'])
    expect(await order(7)).toEqual(first)
  })

  it('misses what has not arrived in the archive yet: that may take ten minutes', async () => {
    const { cloud, client, put, replay } = await start(1)
    for (let count = 0; count < 20; count += 1) await put('Placed')
    await replay()
    await cloud.clock.advance('15s')
    const replayed = (): number => cloud.events().filter(({ envelope }) => 'replay-name' in envelope).length
    expect(replayed()).toBeLessThan(20)
    await cloud.clock.advance('10m')
    expect(await client.send(new DescribeArchiveCommand({ ArchiveName: 'all' }))).toMatchObject({
      EventCount: 20,
      SizeBytes: expect.any(Number),
    })
  })

  it('can be cancelled while it runs', async () => {
    const { cloud, client, put, replay, state } = await start()
    const noon = Date.parse('2026-05-01T12:00:00Z')
    for (const minute of [0, 1, 2, 3]) await put('Placed', new Date(noon + minute * 60_000))
    await cloud.clock.advance('10m')
    await replay({ EventStartTime: new Date(noon), EventEndTime: new Date(noon + 3_600_000) })
    await cloud.clock.advance('12s')
    expect(await state()).toMatchObject({ State: 'RUNNING', EventLastReplayedTime: new Date(noon) })
    const cancelled = await client.send(new CancelReplayCommand({ ReplayName: 'again' }))
    expect(cancelled).toMatchObject({ State: 'CANCELLING' })
    await cloud.clock.advance('1m')
    expect(await state()).toMatchObject({ State: 'CANCELLED' })
    expect(cloud.events().filter(({ envelope }) => 'replay-name' in envelope)).toHaveLength(1)
    await expect(client.send(new CancelReplayCommand({ ReplayName: 'again' }))).rejects.toMatchObject({
      name: 'IllegalStatusException',
    })
  })

  it('is listed, and forgotten after 90 days', async () => {
    const { cloud, client, replay, state } = await start()
    await replay({ ReplayName: 'one' })
    await cloud.clock.advance('1h')
    await replay({ ReplayName: 'two' })
    const names = async (input: object): Promise<unknown> =>
      (await client.send(new ListReplaysCommand(input))).Replays?.map(({ ReplayName }) => ReplayName)
    expect(await names({})).toEqual(['one', 'two'])
    expect(await names({ NamePrefix: 'o' })).toEqual(['one'])
    expect(await names({ State: 'COMPLETED', EventSourceArn: ARCHIVE })).toEqual(['one'])
    await cloud.clock.advance('90d')
    await expect(state('one')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it.each<[Partial<StartReplayCommandInput>, string, string]>([
    [
      { EventSourceArn: `${ARCHIVE}-2` },
      'ValidationException',
      'Parameter EventSourceArn is not valid. Reason: Archive all-2 does not exist.',
    ],
    [
      { Destination: { Arn: BUS.replace('orders', 'default') } },
      'ValidationException',
      'Parameter Destination.Arn is not valid. Reason: Cross event bus replay is not permitted.',
    ],
    [
      { Destination: { Arn: BUS.replace('orders', 'gone') } },
      'ResourceNotFoundException',
      'Event bus gone does not exist.',
    ],
    [
      { EventStartTime: new Date('2030-01-01T00:00:00Z') },
      'ValidationException',
      'Parameter EventEndTime is not valid. Reason: EventStartTime must be before EventEndTime.',
    ],
    [{ ReplayName: 'a b' }, 'ValidationException', "'a b' at 'replayName'"],
    [{ ReplayName: 'taken' }, 'ResourceAlreadyExistsException', 'Replay taken already exists.'],
  ])('%j is refused', async (change, name, message) => {
    const { replay } = await start()
    await replay({ ReplayName: 'taken' })
    await expect(replay(change)).rejects.toMatchObject({ name, message: expect.stringContaining(message) })
  })

  it('is one of ten at most', async () => {
    const { cloud, replay } = await start()
    for (let count = 0; count < 10; count += 1) await replay({ ReplayName: `r${count}` })
    await expect(replay({ ReplayName: 'r10' })).rejects.toMatchObject({ name: 'LimitExceededException' })
    await cloud.clock.advance('1m')
    await replay({ ReplayName: 'r10' })
  })
})

describe('an archive', () => {
  it('keeps what its pattern matches, as long as its retention says', async () => {
    const { cloud, client, put } = await start()
    await client.send(
      new CreateArchiveCommand({
        ArchiveName: 'placed',
        EventSourceArn: BUS,
        EventPattern: '{"detail-type":["Placed"]}',
        RetentionDays: 2,
      }),
    )
    await put('Placed')
    await put('Paid')
    const size = async (ArchiveName: string): Promise<unknown> =>
      (await client.send(new DescribeArchiveCommand({ ArchiveName }))).EventCount
    await cloud.clock.advance('10m')
    expect([await size('placed'), await size('all')]).toEqual([1, 2])
    await cloud.clock.advance('47h')
    expect(await size('placed')).toBe(1)
    await cloud.clock.advance('1h')
    expect([await size('placed'), await size('all')]).toEqual([0, 2])
  })

  it('is described, changed, listed and deleted', async () => {
    const { client } = await start()
    const created = await client.send(
      new CreateArchiveCommand({ ArchiveName: 'more', EventSourceArn: BUS, Description: 'More' }),
    )
    expect(created).toMatchObject({ State: 'ENABLED', ArchiveArn: ARCHIVE.replace('all', 'more') })
    await client.send(
      new UpdateArchiveCommand({
        ArchiveName: 'more',
        RetentionDays: 5,
        EventPattern: '{"source":["shop"]}',
      }),
    )
    expect(await client.send(new DescribeArchiveCommand({ ArchiveName: 'more' }))).toMatchObject({
      Description: 'More',
      EventPattern: '{"source":["shop"]}',
      EventSourceArn: BUS,
      RetentionDays: 5,
      CreationTime: expect.any(Date),
    })
    const names = async (input: object): Promise<unknown> =>
      (await client.send(new ListArchivesCommand(input))).Archives?.map(({ ArchiveName }) => ArchiveName)
    expect(await names({})).toEqual(['all', 'more'])
    expect(await names({ NamePrefix: 'm' })).toEqual(['more'])
    expect(await names({ EventSourceArn: BUS, State: 'DISABLED' })).toEqual([])
    await client.send(new DeleteArchiveCommand({ ArchiveName: 'more' }))
    await expect(client.send(new DeleteArchiveCommand({ ArchiveName: 'more' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Archive more does not exist.',
    })
  })

  it.each([
    [{ ArchiveName: 'all' }, 'ResourceAlreadyExistsException', 'Archive all already exists.'],
    [{ EventSourceArn: BUS.replace('orders', 'gone') }, 'ResourceNotFoundException', 'Event bus gone'],
    [{ EventPattern: '{"a":"b"}' }, 'InvalidEventPatternException', '"a" must be an object or an array'],
    [{ EventPattern: `{"a":["${'x'.repeat(2048)}"]}` }, 'LimitExceededException', 'the quota is 2048'],
    [{ ArchiveName: 'x'.repeat(49) }, 'ValidationException', "at 'archiveName'"],
    [{ RetentionDays: -1 }, 'ValidationException', "'-1' at 'retentionDays'"],
  ])('%j is refused', async (change, name, message) => {
    const { client } = await start()
    const input = { ArchiveName: 'new', EventSourceArn: BUS, ...change }
    await expect(client.send(new CreateArchiveCommand(input))).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
    })
  })
})
