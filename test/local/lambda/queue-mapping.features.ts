import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { EventSourceMapping } from '../../../lib/local/lambda/event-source-mapping/event-source-mapping.js'
import { mappingSettings } from '../../../lib/local/lambda/event-source-mapping/mapping-settings.js'
import { startQueueMapping } from '../../../lib/local/lambda/event-source-mapping/queue/start-queue-mapping.js'
import { FunctionRegistry } from '../../../lib/local/lambda/function/function-registry.js'
import { NO_STREAMS, type QueueFixture, type QueueFixtureOptions } from './queue-fixture.js'

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

const FIFO = {
  queueName: 'orders.fifo',
  queueAttributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true', VisibilityTimeout: '3600' },
}

/** The rules of a mapping on a queue. */
export function queueMapping(start: (options: QueueFixtureOptions) => Promise<QueueFixture>): void {
  describe('the event', () => {
    it("has exactly Lambda's members", async () => {
      const { send, logLine, arnOf } = await start({
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
            eventSourceARN: arnOf('orders'),
            awsRegion: 'eu-west-1',
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

    it('waits for the window to be over when the batch is not full', async () => {
      const { send, logLines, mapping, clock } = await start({
        source: "export const handler = async ({ Records }) => console.log('got ' + Records.length)",
        mappingProperties: { BatchSize: 25, MaximumBatchingWindowInSeconds: 300, Enabled: false },
        queueAttributes: { VisibilityTimeout: '3600' },
      })
      mapping.enable()
      await send(...bodies('1', '2'))
      await clock.advance('4m')
      await send(...bodies('3'))
      await clock.advance('30s')
      expect(logLines).toEqual([])
      await clock.advance('1m')
      expect(logLines).toEqual(['got 3'])
    })
  })

  describe('messages are deleted', () => {
    it('when the function ends well', async () => {
      const { send, logLine, mapping, inQueue } = await start({ source: WORKER })
      await send(...bodies('a', 'fail is not reported here'))
      await logLine('got a,fail')
      await mapping.disable()
      expect(await inQueue()).toEqual({ ready: [], held: [] })
    })

    it('all but those that the function reports', async () => {
      const { send, logLine, mapping, inQueue } = await start({
        source: WORKER,
        mappingProperties: { FunctionResponseTypes: ['ReportBatchItemFailures'] },
      })
      await send(...bodies('a', 'fail 1', 'b', 'fail 2'))
      await logLine('got a,fail 1')
      await mapping.disable()
      expect(await inQueue()).toEqual({ ready: [], held: ['fail 1', 'fail 2'] })
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
      expect(await inQueue()).toEqual({ ready: [], held: [] })
    })
  })

  it('the events are counted when the mapping asks for it', async () => {
    const { send, metrics, mapping, clock } = await start({
      source: WORKER,
      mappingProperties: {
        Enabled: false,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        FilterCriteria: { Filters: [{ Pattern: '{"body":[{"anything-but":"filtered"}]}' }] },
        MetricsConfig: { Metrics: ['EventCount'] },
      },
      queueAttributes: { VisibilityTimeout: '3600' },
    })
    await send(...bodies('one', 'two', 'fail', 'filtered'))
    mapping.enable()
    await clock.advance('1m')
    const sums: Record<string, number> = {}
    for (const { name, value, dimensions } of metrics) {
      expect(dimensions).toEqual({ EventSourceMappingUUID: mapping.settings.uuid })
      sums[name] = (sums[name] ?? 0) + value
    }
    expect(sums).toEqual({
      PolledEventCount: 4,
      FilteredOutEventCount: 1,
      InvokedEventCount: 3,
      FailedInvokeEventCount: 1,
      DeletedEventCount: 2,
    })
  })

  describe('messages stay, hidden for the visibility time-out,', () => {
    it('when the function fails, and come back then', async () => {
      const { send, logLines, clock } = await start({
        source: `
        export const handler = async ({ Records: [{ attributes }] }) => {
          console.log('attempt ' + attributes.ApproximateReceiveCount)
          throw new Error('no')
        }`,
        queueAttributes: { VisibilityTimeout: '3600' },
      })
      const attempts = (): readonly string[] => logLines.filter((line) => line.startsWith('attempt'))
      await send(...bodies('poison'))
      await clock.advance('59m')
      expect(attempts()).toEqual(['attempt 1'])
      await clock.advance('2h')
      expect(attempts()).toEqual(['attempt 1', 'attempt 2', 'attempt 3'])
    })

    it('and go to the dead-letter queue after as many receives as its redrive policy says', async () => {
      const { sqs, arnOf, environment, send, logLines, clock, counts } = await start({ source: WORKER })
      const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'dead' }))
      await sqs.send(
        new SetQueueAttributesCommand({
          QueueUrl: `${environment.endpoint}/${environment.accountId}/orders`,
          Attributes: {
            RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 3 }),
          },
        }),
      )
      await send(...bodies('throw'))
      await clock.advance('1h')
      expect(logLines.filter((line) => line === 'got throw')).toHaveLength(3)
      expect(await counts()).toMatchObject({
        approximateNumberOfMessagesVisible: 0,
        approximateNumberOfMessagesNotVisible: 0,
      })
      const { Messages: messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }))
      expect(messages).toMatchObject([{ Body: 'throw' }])
    })

    it('when the function is killed', async () => {
      const { send, logLine, lambda, mapping, inQueue } = await start({ source: WORKER })
      await send(...bodies('wait'))
      await logLine('got wait')
      await lambda.kill()
      await mapping.disable()
      expect(await inQueue()).toEqual({ ready: [], held: ['wait'] })
    })

    it('when the function is throttled, which is said', async () => {
      const { send, mapping, counts, warnings, clock } = await start({
        source: WORKER,
        functionProperties: { ReservedConcurrentExecutions: 0 },
      })
      await send(...bodies('a'))
      await clock.quiet()
      await mapping.disable()
      expect(await counts()).toMatchObject({ approximateNumberOfMessagesNotVisible: 1 })
      expect(warnings).toEqual([expect.stringContaining('TooManyRequestsException')])
    })
  })

  describe('concurrency', () => {
    it('is several batches at once, as many as MaximumConcurrency allows', async () => {
      const { send, logLine, counts, lambda } = await start({
        source: WORKER,
        mappingProperties: { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } },
      })
      await send(...bodies('wait 1', 'wait 2', 'third'))
      await Promise.all([logLine('got wait 1'), logLine('got wait 2')])
      expect(await counts()).toMatchObject({ approximateNumberOfMessagesVisible: 1 })
      await lambda.kill()
      await logLine('got third')
    })

    it("is one batch at a time for a group of a FIFO queue, in the group's order", async () => {
      const { send, logLines, mapping, clock } = await start({
        source: WORKER,
        ...FIFO,
        mappingProperties: { BatchSize: 2, Enabled: false },
      })
      await send(...bodies('1', '2', '3', '4', '5').map((body) => ({ ...body, MessageGroupId: 'g' })))
      mapping.enable()
      await clock.quiet()
      expect(logLines).toEqual(['got 1,2', 'got 3,4', 'got 5'])
    })

    it('is a batch for each of several groups of a FIFO queue', async () => {
      const { send, logLine, lambda } = await start({
        source: WORKER,
        ...FIFO,
        mappingProperties: { BatchSize: 1 },
      })
      await send(
        { MessageBody: 'wait a', MessageGroupId: 'a' },
        { MessageBody: 'a 2', MessageGroupId: 'a' },
        { MessageBody: 'b 1', MessageGroupId: 'b' },
        { MessageBody: 'b 2', MessageGroupId: 'b' },
      )
      await Promise.all([logLine('got wait a'), logLine('got b 2')])
      await lambda.kill()
    })
  })

  describe('a FIFO queue', () => {
    it('keeps back all of a group after a message that failed', async () => {
      const { send, logLines, clock } = await start({
        source: `
        let failures = 1
        export const handler = async ({ Records }) => {
          console.log('got ' + Records.map(({ body }) => body).join(','))
          const failed = Records.findIndex(({ body }) => body === '2')
          if (failed === -1 || failures-- <= 0) return
          return { batchItemFailures: Records.slice(failed).map(({ messageId }) => ({ itemIdentifier: messageId })) }
        }`,
        ...FIFO,
        mappingProperties: { BatchSize: 3, FunctionResponseTypes: ['ReportBatchItemFailures'] },
      })
      await send(...bodies('1', '2', '3', '4').map((body) => ({ ...body, MessageGroupId: 'g' })))
      await clock.advance('50m')
      expect(logLines).toEqual(['got 1,2,3'])
      await clock.advance('20m')
      expect(logLines).toEqual(['got 1,2,3', 'got 2,3,4'])
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
      expect((await inQueue()).held).toContain('wait')
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
      const arn = 'arn:aws:sqs:eu-west-1:111122223333:missing'
      await expect(
        start({ source: WORKER, mappingProperties: { EventSourceArn: arn } }),
      ).rejects.toMatchObject({
        name: 'QueueDoesNotExist',
      })
    })

    it('that cannot be read for a time is said once and read again later', async () => {
      const { createQueue, deleteQueue, mapping, warnings, send, logLines, clock } = await start({
        source: WORKER,
        mappingProperties: { Enabled: false },
      })
      await deleteQueue()
      mapping.enable()
      await clock.advance('1h')
      expect(warnings).toEqual([expect.stringContaining('QueueDoesNotExist')])
      await createQueue()
      await send(...bodies('a'))
      await clock.advance('1m')
      expect(logLines).toEqual(['got a'])
    })

    it("is read with the permissions of the function's role", async () => {
      const Role = 'arn:aws:iam::111122223333:role/worker'
      const { send, calls, clock } = await start({ source: WORKER, functionProperties: { Role } })
      await send(...bodies('a'))
      await clock.quiet()
      const own = calls.filter(({ caller }) => caller.kind === 'service')
      expect(own.map(({ operation }) => operation)).toEqual([
        'GetQueueAttributes',
        'ReceiveMessage',
        'DeleteMessageBatch',
      ])
      for (const { caller } of own)
        expect(caller).toMatchObject({ name: 'lambda.amazonaws.com', roleArn: Role })
    })

    it('with nothing in it costs no calls, however much time is skipped, nor do a hundred of them', async () => {
      const { sqs, environment, arnOf, calls, clock, lambda, logLine } = await start({ source: WORKER })
      const functions = new FunctionRegistry()
      functions.add(lambda)
      const mappings: EventSourceMapping[] = []
      for (let index = 0; index < 100; index += 1) {
        await sqs.send(new CreateQueueCommand({ QueueName: `q${index}` }))
        mappings.push(
          await startQueueMapping(
            mappingSettings({ EventSourceArn: arnOf(`q${index}`), FunctionName: 'subject' }),
            { clock, functions, local: environment, streams: NO_STREAMS, redelivery: 0 },
          ),
        )
      }
      await clock.quiet()
      const before = calls.length
      await clock.advance('7d')
      expect(calls.length).toBe(before)
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: `${environment.endpoint}/${environment.accountId}/q42`,
          MessageBody: 'at last',
        }),
      )
      await logLine('got at last')
      await Promise.all(mappings.map((mapping) => mapping.disable()))
    })
  })
}
