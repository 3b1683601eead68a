import { afterEach, describe, expect, it } from 'vitest'
import { ManualClock } from './manual-clock.js'
import { QUEUE_ARN, type QueueFixture, type QueueFixtureOptions, startQueueFixture } from './queue-fixture.js'

const fixtures: QueueFixture[] = []

async function start(options: QueueFixtureOptions): Promise<QueueFixture> {
  const fixture = await startQueueFixture(options)
  fixtures.push(fixture)
  return fixture
}

afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.end()))
})

const bodies = (...texts: readonly string[]): { MessageBody: string }[] =>
  texts.map((text) => ({ MessageBody: text }))

/** Logs what it gets, then does what the bodies say. */
const WORKER = `
  export const handler = async ({ Records }) => {
    console.log('got ' + Records.map(({ body }) => body).join(','))
    if (Records.some(({ body }) => body === 'throw')) throw new Error('no')
    if (Records.some(({ body }) => body.startsWith('wait'))) await new Promise((resolve) => setInterval(resolve, 1e9))
    return {
      batchItemFailures: Records.filter(({ body }) => body.startsWith('fail')).map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  }`

describe('the event', () => {
  it("has exactly Lambda's members", async () => {
    const { send, logLine } = await start({
      source: "export const handler = async (event) => console.log('event ' + JSON.stringify(event))",
    })
    await send({
      MessageBody: 'hello',
      MessageAttributes: {
        type: { DataType: 'String', StringValue: 'OrderPlaced' },
        count: { DataType: 'Number', StringValue: '3' },
        bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 255]) },
      },
    })
    const event: unknown = JSON.parse((await logLine('event ')).slice('event '.length))
    const lists = { stringListValues: [], binaryListValues: [] }
    expect(event).toEqual({
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: 'hello',
          attributes: {
            ApproximateReceiveCount: '1',
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: expect.any(String),
          },
          messageAttributes: {
            type: { stringValue: 'OrderPlaced', dataType: 'String', ...lists },
            count: { stringValue: '3', dataType: 'Number', ...lists },
            bytes: { binaryValue: 'AQL/', dataType: 'Binary', ...lists },
          },
          md5OfBody: '5d41402abc4b2a76b9719d911017c592',
          md5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
          eventSource: 'aws:sqs',
          eventSourceARN: QUEUE_ARN,
          awsRegion: 'us-east-1',
        },
      ],
    })
  })

  it('holds as many messages as the batch, from several receives', async () => {
    const { send, logLine, mapping } = await start({
      source: "export const handler = async ({ Records }) => console.log('got ' + Records.length)",
      mappingProperties: { BatchSize: 25, MaximumBatchingWindowInSeconds: 300, Enabled: false },
    })
    const ten = Array.from({ length: 10 }, (_, index) => ({ MessageBody: `message ${index}` }))
    await send(...ten)
    await send(...ten)
    await send(...ten.slice(0, 5))
    mapping.enable()
    await logLine('got 25')
  })
})

describe('messages are deleted', () => {
  it('when the function ends well', async () => {
    const { send, logLine, mapping, inQueue } = await start({ source: WORKER })
    await send(...bodies('a', 'fail is not reported here'))
    await logLine('got a,fail')
    await mapping.disable()
    expect(inQueue()).toEqual({ ready: [], held: [] })
  })

  it('all but those that the function reports', async () => {
    const { send, logLine, mapping, inQueue } = await start({
      source: WORKER,
      mappingProperties: { FunctionResponseTypes: ['ReportBatchItemFailures'] },
    })
    await send(...bodies('a', 'fail 1', 'b', 'fail 2'))
    await logLine('got a,fail 1')
    await mapping.disable()
    expect(inQueue()).toEqual({ ready: [], held: ['fail 1', 'fail 2'] })
  })

  it('when no filter matches, without an invocation', async () => {
    const { send, logLine, logLines, mapping, inQueue } = await start({
      source: WORKER,
      mappingProperties: { FilterCriteria: { Filters: [{ Pattern: '{"body":{"type":["wanted"]}}' }] } },
    })
    const wanted = '{"type":"wanted"}'
    await send(...bodies('{"type":"other"}', 'not JSON', wanted))
    await logLine(`got ${wanted}`)
    await mapping.disable()
    expect(logLines).toEqual([`got ${wanted}`])
    expect(inQueue()).toEqual({ ready: [], held: [] })
  })
})

describe('messages stay, hidden for the visibility time-out,', () => {
  it('when the function fails, and come back then', async () => {
    const { send, logLine } = await start({
      source: `
        export const handler = async ({ Records: [{ attributes }] }) => {
          console.log('attempt ' + attributes.ApproximateReceiveCount)
          throw new Error('no')
        }`,
      functionProperties: { Timeout: 1 },
      queueAttributes: { VisibilityTimeout: '1' },
    })
    await send(...bodies('poison'))
    await logLine('attempt 2')
  })

  it('when the function is killed', async () => {
    const { send, logLine, lambda, mapping, inQueue } = await start({ source: WORKER })
    await send(...bodies('wait'))
    await logLine('got wait')
    await lambda.kill()
    await mapping.disable()
    expect(inQueue()).toEqual({ ready: [], held: ['wait'] })
  })

  it('when the function is throttled, and the mapping waits before it goes on', async () => {
    const clock = new ManualClock()
    const { send, mapping, inQueue, warnings } = await start({
      source: WORKER,
      clock,
      functionProperties: { ReservedConcurrentExecutions: 0 },
    })
    await send(...bodies('a'))
    await clock.untilSleeping(1000)
    await mapping.disable()
    expect(inQueue()).toEqual({ ready: [], held: ['a'] })
    expect(warnings).toEqual([expect.stringContaining('TooManyRequestsException')])
  })
})

describe('concurrency', () => {
  it('is several batches at once, as many as MaximumConcurrency allows', async () => {
    const { send, logLine, inQueue, lambda } = await start({
      source: WORKER,
      mappingProperties: { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } },
    })
    await send(...bodies('wait 1', 'wait 2', 'third'))
    await Promise.all([logLine('got wait 1'), logLine('got wait 2')])
    expect(inQueue().ready).toEqual(['third'])
    await lambda.kill()
    await logLine('got third')
  })

  it("is one batch at a time for a FIFO queue, in the group's order", async () => {
    const { send, logLine, logLines, mapping } = await start({
      source: WORKER,
      queueName: 'orders.fifo',
      queueAttributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true' },
      mappingProperties: { BatchSize: 2, Enabled: false },
    })
    await send(...bodies('1', '2', '3', '4', '5').map((body) => ({ ...body, MessageGroupId: 'g' })))
    mapping.enable()
    await logLine('got 5')
    expect(logLines.map((line) => line.replace('got ', '')).join()).toBe('1,2,3,4,5')
  })
})

describe('disabling', () => {
  it('ends a long poll at once, and waits for the invocation under way', async () => {
    const { send, logLine, lambda, mapping, inQueue } = await start({ source: WORKER })
    await send(...bodies('wait'))
    await logLine('got wait')
    let disabled = false
    const disabling = mapping.disable().then(() => {
      disabled = true
    })
    expect(mapping.enabled).toBe(false)
    // Would be over by now if it did not wait: the queue answers in between.
    await send(...bodies('next'))
    expect(disabled).toBe(false)
    await lambda.kill()
    await disabling
    expect(inQueue().held).toContain('wait')
  })
})

describe('a queue', () => {
  it('whose visibility time-out is shorter than the function may run is refused', async () => {
    await expect(
      start({ source: WORKER, queueAttributes: { VisibilityTimeout: '19' } }),
    ).rejects.toMatchObject({
      code: 'InvalidParameterValueException',
      message: 'Queue visibility timeout: 19 seconds is less than Function timeout: 20 seconds',
    })
  })

  it('that does not exist is refused', async () => {
    const arn = 'arn:aws:sqs:us-east-1:000000000000:missing'
    await expect(start({ source: WORKER, mappingProperties: { EventSourceArn: arn } })).rejects.toMatchObject(
      {
        name: 'QueueDoesNotExist',
      },
    )
  })

  it('that cannot be read for a time is said once and read again later', async () => {
    const clock = new ManualClock()
    const { server, mapping, warnings, send, logLine } = await start({
      source: WORKER,
      clock,
      mappingProperties: { Enabled: false },
    })
    server.deleteQueue('orders')
    mapping.enable()
    await clock.untilSleeping(1000)
    clock.advance(1000)
    await clock.untilSleeping(2000)
    expect(warnings).toEqual([expect.stringContaining('QueueDoesNotExist')])
    server.createQueue('orders')
    await send(...bodies('a'))
    clock.advance(2000)
    await logLine('got a')
  })
})
