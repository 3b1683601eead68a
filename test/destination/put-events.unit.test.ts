import { DescribeEventBusCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { describe, expect, it } from 'vitest'
import { awsError, BUS, EVENT, eventBridge } from './event-bridge.js'

describe('a call to EventBridge', () => {
  it('carries each event exactly as it was written', async () => {
    const { destination, client } = eventBridge()
    client.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }, { EventId: '2' }] })
    const plain = {
      source: 'shop',
      type: 'T',
      detail: '{ "b": 1,\n"a": 2 }',
      time: '2026-03-01T00:00:00.000Z',
    }

    expect(await destination.send([EVENT, plain])).toEqual({
      kind: 'answered',
      entries: [{ kind: 'accepted' }, { kind: 'accepted' }],
    })
    expect(client.commandCalls(PutEventsCommand).map(({ args }) => args[0].input)).toEqual([
      {
        Entries: [
          {
            EventBusName: BUS,
            Source: 'shop',
            DetailType: 'OrderPlaced',
            Detail: EVENT.detail,
            Time: new Date('2026-03-01T11:59:59.123Z'),
            TraceHeader: EVENT.traceHeader,
          },
          {
            EventBusName: BUS,
            Source: 'shop',
            DetailType: 'T',
            Detail: '{ "b": 1,\n"a": 2 }',
            Time: new Date('2026-03-01T00:00:00.000Z'),
            TraceHeader: undefined,
          },
        ],
      },
    ])
  })

  it('is read entry by entry, in order', async () => {
    const { destination, client } = eventBridge()
    client.on(PutEventsCommand).resolves({
      FailedEntryCount: 2,
      Entries: [
        { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' },
        { EventId: '2' },
        { ErrorCode: 'ThrottlingException' },
      ],
    })
    expect(await destination.send([EVENT, EVENT, EVENT])).toMatchObject({
      entries: [{ kind: 'malformed' }, { kind: 'accepted' }, { kind: 'throttled' }],
    })
  })

  it.each([
    [[{ EventId: '1' }], ['accepted', 'internal']],
    [[], ['internal', 'internal']],
    [undefined, ['internal', 'internal']],
  ])('whose answer lacks entries proves nothing about those: %j', async (Entries, kinds) => {
    const { destination, client } = eventBridge()
    client.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries })
    expect(await destination.send([EVENT, EVENT])).toMatchObject({
      kind: 'answered',
      entries: kinds.map((kind) => ({ kind })),
    })
  })

  it('that fails as a whole is an answer, too: nothing is thrown', async () => {
    const { destination, client } = eventBridge()
    client
      .on(PutEventsCommand)
      .rejectsOnce(awsError('InternalException', 500))
      .rejectsOnce(awsError('AccessDeniedException', 400))
      .rejectsOnce(awsError('ValidationException', 400, 'Total size of the entries is over the limit'))
    expect(await destination.send([EVENT])).toMatchObject({ kind: 'unavailable' })
    expect(await destination.send([EVENT])).toMatchObject({ kind: 'denied' })
    expect(await destination.send([EVENT])).toMatchObject({ kind: 'too-large' })
  })

  it('states the limits of EventBridge', () => {
    const { destination } = eventBridge()
    expect([destination.maxEntries, destination.maxBytes]).toEqual([10, 1_000_000])
    // 14 bytes for the time; bus name and trace header do not count.
    const letters = {
      source: 'ab',
      type: 'cde',
      detail: '{"x":"é"}',
      time: EVENT.time,
      traceHeader: 'Root=1',
    }
    expect(destination.bytesOf(letters)).toBe(14 + 2 + 3 + 10)
  })
})

describe('the probe', () => {
  it('sends the heartbeat event and is content when it is accepted', async () => {
    const { destination, client } = eventBridge()
    client.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] })
    expect(await destination.probe()).toBeUndefined()
    expect(client.commandCalls(PutEventsCommand).map(({ args }) => args[0].input)).toEqual([
      {
        Entries: [
          {
            EventBusName: BUS,
            Source: 'serverless-outbox',
            DetailType: 'Outbox Heartbeat',
            Detail: '{"outbox":"shop-outbox"}',
          },
        ],
      },
    ])
  })

  it.each([
    [{ Entries: [{ ErrorCode: 'NotAuthorizedForSourceException' }] }, 'NotAuthorizedForSourceException'],
    [{ Entries: [{ ErrorCode: 'ThrottlingException' }] }, 'ThrottlingException'],
    [{ Entries: [] }, 'NoAnswer'],
    [{}, 'NoAnswer'],
  ])('says what is wrong when the answer is %j', async (answer, code) => {
    const { destination, client } = eventBridge()
    client.on(PutEventsCommand).resolves(answer)
    expect(await destination.probe()).toMatchObject({ code })
  })

  it('says what is wrong when the call fails', async () => {
    const { destination, client } = eventBridge()
    client.on(PutEventsCommand).rejects(awsError('AccessDeniedException', 403))
    expect(await destination.probe()).toEqual({ code: 'AccessDeniedException', message: 'Because' })
  })

  it('sends nothing when the bus is missing', async () => {
    const { destination, client } = eventBridge()
    client.on(DescribeEventBusCommand).rejects(awsError('ResourceNotFoundException', 400))
    expect(await destination.probe()).toMatchObject({ code: 'ResourceNotFoundException' })
    expect(client.commandCalls(PutEventsCommand)).toEqual([])
  })
})
