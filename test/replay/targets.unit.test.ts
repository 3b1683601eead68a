import { DescribeEventBusCommand, EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { REPLAY_MARK } from '../../lib/event/replay-mark.js'
import { readMessage } from '../../lib/inbox/read-message.js'
import { busTarget } from '../../lib/replay/bus-target.js'
import { queueTarget } from '../../lib/replay/queue-target.js'
import { ReplayRun } from '../../lib/replay/replay-run.js'
import { PublishPace } from '../../lib/sweeper/publish-pace.js'
import { HEARTBEAT } from '../../lib/telemetry.js'
import { FakeClock, START } from '../delivery/fake-clock.js'
import { awsError, BUS } from '../destination/event-bridge.js'
import { archived } from './archived.js'

const TRACE = 'Root=1-67f2a4b1-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1'
const METADATA = {
  eventId: 'a',
  eventType: 'OrderPaid',
  schemaVersion: 1,
  aggregateType: 'Order',
  aggregateId: 'o-1',
  eventIndex: 0,
  eventCount: 1,
  occurredAt: '2026-11-30T09:00:00.123Z',
  correlationId: 'a',
}
const DETAIL = `{"metadata":${JSON.stringify(METADATA)},  "data":{"n": 1.0, "text":"Ærø \\u00e9"}}`
const EVENT = archived('a', { detail: DETAIL, occurredAt: METADATA.occurredAt, traceHeader: TRACE })

describe('the bus', () => {
  function bus() {
    const client = new EventBridgeClient({ region: 'eu-west-1' })
    const target = busTarget({ client, eventBusArn: BUS, outboxName: 'shop', clock: new FakeClock() })
    // After the mark is set: what it sees is what would be sent.
    const stub = mockClient(client)
    stub.on(DescribeEventBusCommand).resolves({})
    return { stub, target, client }
  }

  it('gets the event as it was, and nothing but the mark as its resource', async () => {
    const client = new EventBridgeClient({
      region: 'eu-west-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    })
    const target = busTarget({ client, eventBusArn: BUS, outboxName: 'shop', clock: new FakeClock() })
    const inputs: unknown[] = []
    client.middlewareStack.add(
      () =>
        async ({ input }) => {
          inputs.push(input)
          return { output: { $metadata: {}, Entries: [{ EventId: '1' }] }, response: {} }
        },
      { step: 'build' },
    )
    expect(await target.send([EVENT])).toEqual({ kind: 'answered', entries: [{ kind: 'accepted' }] })
    expect(inputs).toEqual([
      { Name: BUS },
      {
        Entries: [
          {
            EventBusName: BUS,
            Source: 'shop',
            DetailType: 'OrderPaid',
            Detail: DETAIL,
            Time: new Date(METADATA.occurredAt),
            TraceHeader: TRACE,
            Resources: [REPLAY_MARK],
          },
        ],
      },
    ])
  })

  it('counts the mark as a part of the entry', () => {
    const { target } = bus()
    const without = Buffer.byteLength(`shop${'OrderPaid'}${DETAIL}`) + 14
    expect(target.bytesOf(EVENT)).toBe(without + REPLAY_MARK.length)
  })

  it('is probed by an event that no alarm takes for a heartbeat of the outbox', async () => {
    const { stub, target } = bus()
    stub.on(PutEventsCommand).resolves({ Entries: [{ EventId: '1' }] })
    expect(await target.probe()).toBeUndefined()
    const [entry] = stub.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? []
    expect(entry).toMatchObject({ Source: HEARTBEAT.source, DetailType: HEARTBEAT.detailType })
    // The rule of the alarm asks for `detail.outbox` to be the name.
    expect(JSON.parse(entry?.Detail ?? '')).toEqual({ outbox: 'replay of shop' })
  })

  it('is missing when it cannot be seen: an answer of PutEvents would not tell', async () => {
    const { stub, target } = bus()
    stub.on(DescribeEventBusCommand).rejects(awsError('ResourceNotFoundException', 400))
    expect(await target.send([EVENT])).toMatchObject({ kind: 'unavailable' })
    expect(stub.commandCalls(PutEventsCommand)).toHaveLength(0)
  })
})

/** The stub's type leaves out the second argument, the options of the call. */
function abortOf(args: readonly unknown[]): unknown {
  const [, options] = args
  return typeof options === 'object' && options !== null && 'abortSignal' in options
    ? options.abortSignal
    : undefined
}

describe("a consumer's queue", () => {
  function queue(isFifo = false, maxMessageBytes = 1_048_576) {
    const client = new SQSClient({ region: 'eu-west-1' })
    const stub = mockClient(client)
    stub.on(SendMessageBatchCommand).callsFake(({ Entries }) => ({
      Successful: Entries.map(({ Id }: { Id: string }) => ({ Id })),
    }))
    const target = queueTarget({ client, queueUrl: 'url', isFifo, maxMessageBytes, eventBusArn: BUS })
    const sent = () =>
      stub.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? [])
    return { stub, target, sent }
  }

  it("gets EventBridge's envelope with the mark and the very bytes, which the consumer reads as a replay", async () => {
    const { target, sent } = queue()
    await target.send([EVENT])
    const [entry] = sent()
    const body = entry?.MessageBody ?? ''
    expect(body.endsWith(`,"detail":${DETAIL}}`)).toBe(true)
    expect(JSON.parse(body)).toEqual({
      version: '0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'detail-type': 'OrderPaid',
      source: 'shop',
      account: '111122223333',
      time: '2026-11-30T09:00:00Z',
      region: 'eu-west-1',
      resources: [REPLAY_MARK],
      detail: JSON.parse(DETAIL),
    })
    expect(entry?.MessageSystemAttributes?.['AWSTraceHeader']?.StringValue).toBe(TRACE)
    expect(entry).not.toHaveProperty('MessageGroupId')
    expect(readMessage(body)).toMatchObject({ isReplay: true, metadata: { eventId: 'a' } })
  })

  it('gets the detail alone when it is FIFO, one event of an aggregate per call', async () => {
    const { target, sent } = queue(true)
    const other = archived('b', { aggregateId: 'o-2' })
    expect(target.mayJoin(EVENT, [EVENT])).toBe(false)
    expect(target.mayJoin(other, [EVENT])).toBe(true)
    await target.send([EVENT, other])
    expect(sent().map(({ MessageBody, MessageGroupId }) => [MessageBody, MessageGroupId])).toEqual([
      [DETAIL, 'o-1'],
      [other.detail, 'o-2'],
    ])
  })

  it('answers message by message', async () => {
    const { stub, target } = queue()
    stub.on(SendMessageBatchCommand).resolves({
      Successful: [{ Id: '0', MessageId: 'm', MD5OfMessageBody: '' }],
      Failed: [
        { Id: '1', SenderFault: true, Code: 'InvalidMessageContents', Message: 'No' },
        { Id: '2', SenderFault: false, Code: 'InternalError', Message: 'Again' },
      ],
    })
    const result = await target.send(['a', 'b', 'c', 'd'].map((id) => archived(id)))
    expect(result).toEqual({
      kind: 'answered',
      entries: [
        { kind: 'accepted' },
        { kind: 'refused', error: { code: 'InvalidMessageContents', message: 'No' } },
        { kind: 'internal', error: { code: 'InternalError', message: 'Again' } },
        { kind: 'internal', error: { code: 'NoAnswer', message: '' } },
      ],
    })
  })

  it('is not asked for a message that is too long for it', async () => {
    const { target, sent } = queue(false, 1_024)
    const long = archived('long', { detail: `{"text":"${'x'.repeat(1_024)}"}` })
    const result = await target.send([long, EVENT])
    expect(result).toMatchObject({
      kind: 'answered',
      entries: [{ kind: 'malformed', error: { code: 'MessageTooLong' } }, { kind: 'accepted' }],
    })
    expect(sent()).toHaveLength(1)
  })

  it('is not waited for without an end', async () => {
    const { stub, target } = queue()
    stub.on(GetQueueAttributesCommand).resolves({})
    await target.send([EVENT])
    await target.probe()
    const calls = [
      ...stub.commandCalls(SendMessageBatchCommand),
      ...stub.commandCalls(GetQueueAttributesCommand),
    ]
    const aborts = calls.map(({ args }) => abortOf(args))
    expect(aborts).toHaveLength(2)
    expect(aborts.every((abort) => abort instanceof AbortSignal)).toBe(true)
  })

  it.each([
    ['KmsAccessDenied', 0],
    ['KmsDisabled', 0],
    ['QueueDoesNotExist', 0],
    ['UnsupportedOperation', 0],
    ['KmsThrottled', 180_000],
  ])(
    'that answers %s, though it can be looked at, stops a replay before the first event',
    async (code, wait) => {
      const { stub, target } = queue()
      stub.on(SendMessageBatchCommand).rejects(awsError(code, 400))
      stub.on(GetQueueAttributesCommand).resolves({})
      const clock = new FakeClock()
      const events = Array.from({ length: 50 }, (_, index) => archived(`e${index}`))
      const failed: string[] = []
      const end = await new ReplayRun({
        source: {
          read: async function* () {
            for (const [index, event] of events.entries())
              yield { kind: 'event', event, position: String(index + 1) }
          },
        },
        filters: {},
        target,
        pace: new PublishPace(clock, 100),
        clock,
        random: () => 0.5,
        skipMalformed: false,
        skipDenied: false,
        skipFailing: false,
        isInterrupted: () => false,
        note: async () => undefined,
        onFailed: ({ eventId }) => failed.push(eventId),
        onDenied: ({ eventId }) => failed.push(eventId),
        onMalformed: () => undefined,
        onWait: () => undefined,
      }).run()
      expect(end).toMatchObject({ kind: 'stopped', progress: { sent: 0, failed: 0 } })
      expect(end.kind === 'stopped' && end.reason).toContain(`Stopped before event e0: ${code}: Because`)
      expect(failed).toEqual([])
      expect(clock.now() - START).toBeGreaterThanOrEqual(wait)
      if (wait === 0) expect(clock.sleeps).toEqual([])
    },
  )

  it('tells a denial and an outage apart from what a message is to blame for', async () => {
    const { stub, target } = queue()
    stub.on(SendMessageBatchCommand).rejects(awsError('AccessDenied', 403))
    expect(await target.send([EVENT])).toMatchObject({ kind: 'denied' })
    stub.on(GetQueueAttributesCommand).rejects(awsError('ServiceUnavailable', 503))
    expect(await target.probe()).toMatchObject({ code: 'ServiceUnavailable' })
    stub.on(GetQueueAttributesCommand).resolves({})
    expect(await target.probe()).toBeUndefined()
  })
})
