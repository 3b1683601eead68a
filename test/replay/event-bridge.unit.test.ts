import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeArchiveCommand,
  DescribeReplayCommand,
  EventBridgeClient,
  ListArchivesCommand,
  StartReplayCommand,
} from '@aws-sdk/client-eventbridge'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { runEventBridge } from '../../lib/cli/replay/run-event-bridge.js'
import { eventBridgeArchive } from '../../lib/replay/event-bridge-archives.js'
import { NO_PROGRESS } from '../../lib/replay/replay-progress.js'
import type { ReplayRecord } from '../../lib/replay/replay-record.js'
import { ReplayRecords } from '../../lib/replay/replay-records.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { awsError, BUS } from '../destination/event-bridge.js'

const ARCHIVE = 'arn:aws:events:eu-west-1:111122223333:archive/all'
const RECORD: ReplayRecord = {
  id: 'r1',
  outbox: 'shop',
  by: 'arn:aws:iam::111122223333:user/ada',
  startedAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  state: 'running',
  run: 'first',
  plan: {
    from: 'event-bridge',
    filters: { since: '2026-03-01T09:00:00.000Z', until: '2026-03-01T11:00:00.000Z' },
    archive: 'all',
    eventBusArn: BUS,
    skipMalformed: false,
  },
  progress: NO_PROGRESS,
  failedEvents: [],
}

/** EventBridge with these archives of the bus. */
function eventBridge(...archives: readonly string[]) {
  const client = new EventBridgeClient({ region: 'eu-west-1' })
  const stub = mockClient(client)
  stub.on(ListArchivesCommand, { NextToken: undefined }).resolves({
    Archives: archives.slice(0, 1).map((ArchiveName) => ({ ArchiveName })),
    ...(archives.length > 1 ? { NextToken: 'more' } : {}),
  })
  stub.on(ListArchivesCommand, { NextToken: 'more' }).resolves({
    Archives: archives.slice(1).map((ArchiveName) => ({ ArchiveName })),
  })
  stub.on(DescribeArchiveCommand).resolves({ ArchiveArn: ARCHIVE, EventCount: 7, SizeBytes: 700 })
  return { client, stub }
}

function world(isInterrupted = false, change: Partial<ReplayRecord> = {}) {
  const { client, stub } = eventBridge('all')
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }))
  const table = mockClient(documents)
  table.on(UpdateCommand).resolves({})
  const clock = new FakeClock()
  const run = (): Promise<ReplayRecord> =>
    runEventBridge({
      clients: { events: client, settings: { requestHandler: { connectionTimeout: 1 } } },
      records: new ReplayRecords({
        client: documents,
        tableName: 'table',
        keys: { partitionKey: 'pk' },
        outboxName: 'shop',
      }),
      record: { ...RECORD, ...change },
      console: { out: () => undefined, error: () => undefined },
      clock,
      isInterrupted: () => isInterrupted,
    })
  const written = (): unknown[] =>
    table.commandCalls(UpdateCommand).map(({ args }) => args[0].input.ExpressionAttributeValues?.[':record'])
  return { run, stub, clock, written }
}

describe("a replay of EventBridge's", () => {
  it('is started with the range and the bus, and watched until it has ended', async () => {
    const { run, stub, clock } = world()
    stub
      .on(DescribeReplayCommand)
      .rejectsOnce(awsError('ResourceNotFoundException', 400))
      .resolvesOnce({ State: 'STARTING' })
      .resolvesOnce({ State: 'RUNNING', EventLastReplayedTime: new Date('2026-03-01T09:30:00Z') })
      .resolves({ State: 'COMPLETED', EventLastReplayedTime: new Date('2026-03-01T10:30:00Z') })
    stub.on(StartReplayCommand).resolves({})
    const record = await run()
    expect(record).toMatchObject({
      state: 'done',
      isStarted: true,
      progress: { reached: '2026-03-01T10:30:00.000Z' },
    })
    expect(record).not.toHaveProperty('reason')
    expect(stub.commandCalls(StartReplayCommand).map(({ args }) => args[0].input)).toEqual([
      {
        ReplayName: 'outbox-r1',
        EventSourceArn: ARCHIVE,
        EventStartTime: new Date('2026-03-01T09:00:00Z'),
        EventEndTime: new Date('2026-03-01T11:00:00Z'),
        Destination: { Arn: BUS },
      },
    ])
    expect(clock.sleeps).toEqual([2_000, 2_000])
  })

  it('is watched again, not started again, and left to itself by ctrl-C', async () => {
    const { run, stub } = world(true)
    stub.on(DescribeReplayCommand).resolves({ State: 'RUNNING' })
    expect(await run()).toMatchObject({
      state: 'interrupted',
      reason:
        'EventBridge goes on with outbox-r1 by itself; `aws events cancel-replay --replay-name outbox-r1` ends it',
    })
    expect(stub.commandCalls(StartReplayCommand)).toHaveLength(0)
  })

  it.each<[string, Partial<ReplayRecord>, string]>([
    [
      'came far',
      { progress: { ...NO_PROGRESS, reached: '2026-03-01T10:30:00.000Z' } },
      'it came up to 2026-03-01T10:30:00.000Z at least',
    ],
    ['was started', { isStarted: true }, 'it came to nobody knows where'],
  ])(
    'that %s and that EventBridge has forgotten is not started over the whole range again',
    async (_, change, told) => {
      const { run, stub, written } = world(false, change)
      stub.on(DescribeReplayCommand).rejects(awsError('ResourceNotFoundException', 400))
      stub.on(StartReplayCommand).resolves({})
      await expect(run()).rejects.toThrow(
        `EventBridge has forgotten outbox-r1, which it keeps for 90 days: ${told}`,
      )
      expect(stub.commandCalls(StartReplayCommand)).toHaveLength(0)
      expect(written()).toEqual([expect.objectContaining({ state: 'failed' })])
    },
  )

  it('tells why EventBridge ended it', async () => {
    const { run, stub } = world()
    stub.on(DescribeReplayCommand).resolves({ State: 'FAILED', StateReason: 'Internal error' })
    expect(await run()).toMatchObject({
      state: 'failed',
      reason: 'EventBridge ended outbox-r1 as FAILED: Internal error',
    })
  })
})

describe("EventBridge's archive of a bus", () => {
  it('is the only one, or the one that is named', async () => {
    expect(await eventBridgeArchive(eventBridge('all').client, BUS)).toEqual({
      name: 'all',
      arn: ARCHIVE,
      eventCount: 7,
      bytes: 700,
    })
    expect(await eventBridgeArchive(eventBridge('all', 'some').client, BUS, 'some')).toMatchObject({
      name: 'some',
    })
  })

  it.each([
    [[], undefined, 'EventBridge keeps no archive of'],
    [['all', 'some'], undefined, 'has several archives: choose one of all, some with --archive'],
    [['all', 'some'], 'none', 'has no archive none: it has all, some'],
  ])('of %j, named %s, is told', async (archives, name, message) => {
    await expect(eventBridgeArchive(eventBridge(...archives).client, BUS, name)).rejects.toThrow(message)
  })
})
