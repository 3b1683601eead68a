import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { VirtualClock } from '../../../lib/local/time/virtual-clock.js'

export interface QueueTime {
  readonly sqs: SQSClient
  readonly clock: Pick<VirtualClock, 'advance' | 'now' | 'quiet'>
  readonly arnOf: (queueName: string) => string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What time does to the messages of a queue. */
export function queueTime(start: () => Promise<QueueTime>): void {
  const queue = async (attributes: Readonly<Record<string, string>> = {}, name = 'orders') => {
    const world = await start()
    const { sqs } = world
    const create = async (
      queueName: string,
      queueAttributes: Readonly<Record<string, string>>,
    ): Promise<string> => {
      const { QueueUrl: url = '' } = await sqs.send(
        new CreateQueueCommand({ QueueName: queueName, Attributes: queueAttributes }),
      )
      return url
    }
    const QueueUrl = await create(name, attributes)
    const receive = async (input: Partial<ReceiveMessageCommandInput> = {}): Promise<readonly Message[]> => {
      const { Messages: messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['All'],
          ...input,
        }),
      )
      return messages
    }
    return {
      ...world,
      QueueUrl,
      create,
      receive,
      send: (MessageBody: string, input: Partial<SendMessageCommandInput> = {}) =>
        sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...input })),
      bodies: async (input: Partial<ReceiveMessageCommandInput> = {}) => bodiesOf(await receive(input)),
      remove: (message: Message | undefined) =>
        sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle })),
      attributes: async (...AttributeNames: QueueAttributeName[]) =>
        (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {},
    }
  }

  describe('a received message', () => {
    it('is hidden for the visibility time-out of the queue, and comes again then', async () => {
      const { send, bodies, clock } = await queue({ VisibilityTimeout: '3600' })
      await send('a')
      expect(await bodies()).toEqual(['a'])
      await clock.advance(HOUR - MINUTE)
      expect(await bodies()).toEqual([])
      await clock.advance(MINUTE)
      expect(await bodies()).toEqual(['a'])
    })

    it('is hidden for the time that its receiver states, and for another one later', async () => {
      const { sqs, QueueUrl, send, receive, bodies, clock } = await queue()
      await send('a')
      const [message] = await receive({ VisibilityTimeout: 43_200 })
      await clock.advance('11h')
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle: message?.ReceiptHandle,
          VisibilityTimeout: 7200,
        }),
      )
      await clock.advance(2 * HOUR - MINUTE)
      expect(await bodies()).toEqual([])
      await clock.advance(MINUTE)
      expect(await bodies()).toEqual(['a'])
    })

    it('wakes a long poll when its visibility time-out ends', async () => {
      const { send, bodies, clock } = await queue({ VisibilityTimeout: '10' })
      await send('a')
      expect(await bodies()).toEqual(['a'])
      const received = bodies({ WaitTimeSeconds: 20 })
      await clock.advance('10s')
      expect(await received).toEqual(['a'])
    })

    it('is deleted by its latest receipt also when it is visible again', async () => {
      const { send, receive, bodies, remove, clock } = await queue({ VisibilityTimeout: '10' })
      await send('a')
      const [message] = await receive()
      await clock.advance('11s')
      await remove(message)
      expect(await bodies()).toEqual([])
    })

    it('is not deleted by a former receipt', async () => {
      const { send, receive, bodies, remove, clock } = await queue({ VisibilityTimeout: '10' })
      await send('a')
      const [first] = await receive()
      await clock.advance('10s')
      expect(await bodies()).toEqual(['a'])
      await remove(first)
      await clock.advance('10s')
      expect(await bodies()).toEqual(['a'])
    })
  })

  describe('a long poll', () => {
    it('ends empty after its time', async () => {
      const { bodies, clock } = await queue()
      const began = clock.now()
      const received = bodies({ WaitTimeSeconds: 20 })
      await clock.advance('1h')
      expect(await received).toEqual([])
      expect(clock.now() - began).toBeGreaterThanOrEqual(HOUR)
    })

    it("lasts as long as the queue's attribute says when the call does not", async () => {
      const { bodies, send } = await queue({ ReceiveMessageWaitTimeSeconds: '20' })
      const received = bodies()
      await send('a')
      expect(await received).toEqual(['a'])
    })
  })

  describe('a delayed message', () => {
    it.each([
      ['by itself', {}, { DelaySeconds: 900 }],
      ['by its queue', { DelaySeconds: '900' }, {}],
    ])('comes when the delay is over: %s', async (_name, attributes, input) => {
      const { send, bodies, attributes: read, clock } = await queue(attributes)
      await send('a', input)
      expect(await read('ApproximateNumberOfMessagesDelayed')).toEqual({
        ApproximateNumberOfMessagesDelayed: '1',
      })
      await clock.advance('14m 50s')
      expect(await bodies()).toEqual([])
      const received = bodies({ WaitTimeSeconds: 20 })
      await clock.advance('10s')
      expect(await received).toEqual(['a'])
    })
  })

  describe('a message is kept for the retention period', () => {
    it('and is gone then, seen or not', async () => {
      const { send, bodies, attributes, clock } = await queue({
        MessageRetentionPeriod: String(4 * 24 * 3600),
        VisibilityTimeout: '43200',
      })
      await send('held')
      await clock.advance(4 * DAY - HOUR)
      expect(await bodies()).toEqual(['held'])
      await send('later')
      await clock.advance(2 * HOUR)
      expect(
        await attributes('ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'),
      ).toEqual({ ApproximateNumberOfMessages: '1', ApproximateNumberOfMessagesNotVisible: '0' })
      expect(await bodies()).toEqual(['later'])
    })

    it('that began when it was sent first, also in a dead-letter queue', async () => {
      const { sqs, arnOf, create, clock } = await queue()
      const dead = await create('dead', { MessageRetentionPeriod: String(2 * 24 * 3600) })
      const source = await create('source', {
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf('dead'), maxReceiveCount: 1 }),
      })
      await sqs.send(new SendMessageCommand({ QueueUrl: source, MessageBody: 'a' }))
      await clock.advance(DAY)
      await sqs.send(new ReceiveMessageCommand({ QueueUrl: source, VisibilityTimeout: 0 }))
      await sqs.send(new ReceiveMessageCommand({ QueueUrl: source }))
      const inDead = async (): Promise<string | undefined> =>
        (
          await sqs.send(
            new GetQueueAttributesCommand({
              QueueUrl: dead,
              AttributeNames: ['ApproximateNumberOfMessages'],
            }),
          )
        ).Attributes?.['ApproximateNumberOfMessages']
      await clock.advance(DAY - HOUR)
      expect(await inDead()).toBe('1')
      await clock.advance(HOUR)
      expect(await inDead()).toBe('0')
    })

    it('that begins anew in a dead-letter queue that is FIFO', async () => {
      const { sqs, arnOf, create, clock } = await queue()
      const dead = await create('dead.fifo', {
        FifoQueue: 'true',
        MessageRetentionPeriod: String(2 * 24 * 3600),
      })
      const source = await create('source.fifo', {
        FifoQueue: 'true',
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arnOf('dead.fifo'), maxReceiveCount: 1 }),
      })
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: source,
          MessageBody: 'a',
          MessageGroupId: 'g',
          MessageDeduplicationId: 'd',
        }),
      )
      await clock.advance(DAY)
      await sqs.send(new ReceiveMessageCommand({ QueueUrl: source, VisibilityTimeout: 0 }))
      await sqs.send(new ReceiveMessageCommand({ QueueUrl: source }))
      await clock.advance(2 * DAY - HOUR)
      const { Messages: messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: dead, MessageSystemAttributeNames: ['All'] }),
      )
      expect(messages).toMatchObject([
        {
          Body: 'a',
          Attributes: {
            MessageDeduplicationId: messages[0]?.MessageId,
            DeadLetterQueueSourceArn: arnOf('source.fifo'),
          },
        },
      ])
      await clock.advance(2 * HOUR)
      const { Attributes: attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: dead,
          AttributeNames: ['ApproximateNumberOfMessagesNotVisible'],
        }),
      )
      expect(attributes).toEqual({ ApproximateNumberOfMessagesNotVisible: '0' })
    })
  })

  describe('a FIFO queue', () => {
    const FIFO = { FifoQueue: 'true', VisibilityTimeout: '60' }
    const inGroup = (group: string, id: string): Partial<SendMessageCommandInput> => ({
      MessageGroupId: group,
      MessageDeduplicationId: id,
    })

    it('takes a deduplication id once within five minutes, and again after them', async () => {
      const { send, bodies, clock } = await queue(FIFO, 'orders.fifo')
      const first = await send('1', inGroup('g', 'same'))
      await clock.advance(5 * MINUTE - 30_000)
      const again = await send('2', inGroup('g', 'same'))
      expect([again.MessageId, again.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber])
      await clock.advance(30_000)
      expect((await send('3', inGroup('g', 'same'))).MessageId).not.toBe(first.MessageId)
      expect(await bodies()).toEqual(['1', '3'])
    })

    it('gives several messages of a group at once, in order, and no more of it until they are done', async () => {
      const { send, receive, bodies, remove } = await queue(FIFO, 'orders.fifo')
      for (const id of ['a1', 'a2', 'b1', 'a3']) await send(id, inGroup(id.charAt(0), id))
      const first = await receive({ MaxNumberOfMessages: 2 })
      expect(bodiesOf(first)).toEqual(['a1', 'a2'])
      expect(await bodies()).toEqual(['b1'])
      await remove(first[0])
      expect(await bodies()).toEqual([])
      const waiting = bodies({ WaitTimeSeconds: 20 })
      await remove(first[1])
      expect(await waiting).toEqual(['a3'])
    })

    it('keeps the order of a group when visibility time-outs end', async () => {
      const { send, bodies, clock } = await queue(FIFO, 'orders.fifo')
      for (const id of ['1', '2', '3', '4']) await send(id, inGroup('g', id))
      expect(await bodies({ MaxNumberOfMessages: 3 })).toEqual(['1', '2', '3'])
      await clock.advance(MINUTE)
      expect(await bodies()).toEqual(['1', '2', '3', '4'])
    })

    it('keeps the order of a group when its messages are given back one by one', async () => {
      const { sqs, QueueUrl, send, receive, bodies } = await queue(FIFO, 'orders.fifo')
      for (const id of ['1', '2', '3']) await send(id, inGroup('g', id))
      for (const { ReceiptHandle } of await receive()) {
        expect(await bodies()).toEqual([])
        await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }))
      }
      expect(await bodies()).toEqual(['1', '2', '3'])
    })

    it('refuses a receipt whose visibility time-out is over', async () => {
      const { sqs, QueueUrl, send, receive, bodies, remove, clock } = await queue(FIFO, 'orders.fifo')
      await send('1', inGroup('g', '1'))
      const [message] = await receive()
      await clock.advance(MINUTE)
      await expect(remove(message)).rejects.toMatchObject({
        name: 'InvalidParameterValue',
        message: expect.stringContaining('The receipt handle has expired.'),
      })
      const { Successful, Failed } = await sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl,
          Entries: [{ Id: 'x', ReceiptHandle: message?.ReceiptHandle }],
        }),
      )
      expect([Successful, Failed]).toEqual([[], [expect.objectContaining({ Id: 'x', SenderFault: true })]])
      expect(await bodies()).toEqual(['1'])
    })
  })

  describe('the times that messages and queues tell', () => {
    it('are those of the clock', async () => {
      const { clock, send, receive, create, sqs } = await queue({ VisibilityTimeout: '0' })
      await clock.advance('365d')
      const before = clock.now()
      await send('a')
      const [message] = await receive()
      const sent = Number(message?.Attributes?.['SentTimestamp'])
      const received = Number(message?.Attributes?.['ApproximateFirstReceiveTimestamp'])
      // A thread's clock reads whole milliseconds.
      expect(sent).toBeGreaterThanOrEqual(before - 1)
      expect(received).toBeGreaterThanOrEqual(sent)
      expect(received).toBeLessThanOrEqual(clock.now())
      const { Attributes: attributes } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl: await create('new', {}),
          AttributeNames: ['CreatedTimestamp'],
        }),
      )
      expect(Number(attributes?.['CreatedTimestamp'])).toBeGreaterThanOrEqual(Math.floor(before / 1000))
    })
  })

  describe('messages', () => {
    it('give their attributes only to who asks', async () => {
      const { send, receive } = await queue({ VisibilityTimeout: '0' })
      await send('a', {
        MessageAttributes: { type: { DataType: 'String', StringValue: 'x' } },
        MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-2-3' } },
        MessageGroupId: 'tenant',
      })
      const [plain] = await receive({ MessageSystemAttributeNames: [] })
      expect(plain).not.toHaveProperty('Attributes')
      expect(plain).not.toHaveProperty('MessageAttributes')
      const [full] = await receive({ MessageAttributeNames: ['All'] })
      expect(full?.MessageAttributes).toEqual({ type: { DataType: 'String', StringValue: 'x' } })
      expect(full?.Attributes).toMatchObject({
        AWSTraceHeader: 'Root=1-2-3',
        MessageGroupId: 'tenant',
        ApproximateReceiveCount: '2',
      })
    })

    it('may be as large as a mebibyte, alone or as a batch', async () => {
      const { sqs, QueueUrl, send } = await queue()
      await send('x'.repeat(1_048_576))
      await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject({ name: 'InvalidParameterValue' })
      const entries = (bytes: number) => [
        { Id: 'a', MessageBody: 'x'.repeat(524_288) },
        { Id: 'b', MessageBody: 'x'.repeat(bytes) },
      ]
      await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: entries(524_288) }))
      await expect(
        sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: entries(524_289) })),
      ).rejects.toMatchObject({ name: 'BatchRequestTooLong' })
    })
  })
}

function bodiesOf(messages: readonly Message[]): string[] {
  return messages.map(({ Body }) => Body ?? '')
}
