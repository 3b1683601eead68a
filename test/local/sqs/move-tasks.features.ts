import {
  CancelMessageMoveTaskCommand,
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { QueueTime } from './queue-time.features.js'

/** Queues `one` and `two` whose messages go to `dead` after they were received once, and the queue `other`. */
async function deadLetterQueues(start: () => Promise<QueueTime>, fifo: boolean) {
  const world = await start()
  const { sqs, arnOf, clock } = world
  const nameOf = (name: string): string => (fifo ? `${name}.fifo` : name)
  const urls = new Map<string, string>()
  const create = async (name: string, attributes: Readonly<Record<string, string>> = {}) => {
    const { QueueUrl } = await sqs.send(
      new CreateQueueCommand({
        QueueName: nameOf(name),
        Attributes: { ...(fifo ? { FifoQueue: 'true' } : {}), ...attributes },
      }),
    )
    urls.set(name, QueueUrl ?? '')
  }
  const arn = (name: string): string => arnOf(nameOf(name))
  await create('dead')
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arn('dead'), maxReceiveCount: 1 })
  await create('one', { RedrivePolicy })
  await create('two', { RedrivePolicy })
  await create('other')
  const receive = async (name: string): Promise<readonly Message[]> =>
    (
      await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: urls.get(name),
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 0,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
      )
    ).Messages ?? []
  const send = async (name: string, MessageBody: string) =>
    (
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: urls.get(name),
          MessageBody,
          MessageAttributes: { kind: { DataType: 'String', StringValue: 'test' } },
          ...(fifo ? { MessageGroupId: 'g', MessageDeduplicationId: MessageBody } : {}),
        }),
      )
    ).MessageId
  return {
    ...world,
    urls,
    arn,
    create,
    send,
    receive,
    bodies: async (name: string) => (await receive(name)).map(({ Body }) => Body),
    /** Sends to a source queue, and lets its redrive policy move it. */
    die: async (name: string, ...bodies: readonly string[]) => {
      for (const body of bodies) {
        await send(name, body)
        await receive(name)
        await receive(name)
      }
    },
    start: async (input: Partial<StartMessageMoveTaskCommandInput> = {}) =>
      (await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn('dead'), ...input }))).TaskHandle,
    tasks: async (MaxResults?: number): Promise<readonly ListMessageMoveTasksResultEntry[]> =>
      (await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn('dead'), MaxResults }))).Results ?? [],
    clock,
  }
}

/** Dead-letter queues and the tasks that move their messages. */
export function moveTasks(startWorld: () => Promise<QueueTime>): void {
  const deadLetters = ({ fifo = false } = {}) => deadLetterQueues(startWorld, fifo)

  describe('a move task', () => {
    it('takes each message back to the queue that it came from, as a new message', async () => {
      const { die, start, tasks, receive, bodies, arn, clock } = await deadLetters()
      await die('one', '1')
      await die('two', '2', '3')
      const [dead] = await receive('dead')
      expect(dead?.Attributes?.['DeadLetterQueueSourceArn']).toBe(arn('one'))
      await clock.advance('1h')
      const handle = await start({ MaxNumberOfMessagesPerSecond: 1 })
      expect(await tasks()).toEqual([
        {
          TaskHandle: handle,
          MaxNumberOfMessagesPerSecond: 1,
          Status: 'RUNNING',
          SourceArn: arn('dead'),
          ApproximateNumberOfMessagesMoved: 0,
          ApproximateNumberOfMessagesToMove: 3,
          StartedTimestamp: expect.any(Number),
        },
      ])
      await clock.advance('1m')
      const [task] = await tasks()
      expect(task).toMatchObject({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 3 })
      expect(task).not.toHaveProperty('TaskHandle')
      const [moved] = await receive('one')
      expect(moved).toMatchObject({ Body: '1', MessageAttributes: { kind: { StringValue: 'test' } } })
      expect(moved?.MessageId).not.toBe(dead?.MessageId)
      expect(moved?.Attributes).toMatchObject({ ApproximateReceiveCount: '1' })
      expect(moved?.Attributes).not.toHaveProperty('DeadLetterQueueSourceArn')
      const sentAt = (message: Message | undefined): number => Number(message?.Attributes?.['SentTimestamp'])
      expect(sentAt(moved)).toBeGreaterThanOrEqual(sentAt(dead) + 3_600_000)
      expect([await bodies('two'), await bodies('dead')]).toEqual([['2', '3'], []])
    })

    it('takes all to another queue when it is told to, also what was sent directly', async () => {
      const { die, send, start, tasks, bodies, arn, clock } = await deadLetters()
      await die('one', '1')
      await send('dead', 'direct')
      await start({ DestinationArn: arn('other') })
      await clock.advance('1s')
      expect(await tasks()).toMatchObject([
        { Status: 'COMPLETED', DestinationArn: arn('other'), ApproximateNumberOfMessagesMoved: 2 },
      ])
      expect(await bodies('other')).toEqual(['1', 'direct'])
    })

    it('fails at a message that was sent directly when it is not told where to, and the message stays', async () => {
      const { die, send, start, tasks, bodies, clock } = await deadLetters()
      await die('one', '1')
      await clock.advance('1s')
      await send('dead', 'direct')
      await start()
      await clock.advance('1s')
      expect(await tasks()).toMatchObject([
        {
          Status: 'FAILED',
          FailureReason: 'CouldNotDetermineMessageSource',
          ApproximateNumberOfMessagesMoved: 1,
          ApproximateNumberOfMessagesToMove: 2,
        },
      ])
      expect([await bodies('one'), await bodies('dead')]).toEqual([['1'], ['direct']])
    })

    it('moves at its rate, the oldest first', async () => {
      const { send, start, receive, arn, clock } = await deadLetters()
      for (const body of ['1', '2', '3', '4']) await send('dead', body)
      await start({ DestinationArn: arn('other'), MaxNumberOfMessagesPerSecond: 2 })
      await clock.advance('1m')
      const moved = await receive('other')
      expect(moved.map(({ Body }) => Body)).toEqual(['1', '2', '3', '4'])
      const times = moved.map(({ Attributes }) => Number(Attributes?.['SentTimestamp']))
      // A thread's clock reads whole milliseconds.
      for (const [index, time] of times.slice(1).entries())
        expect(time - (times[index] ?? 0)).toBeGreaterThan(250)
    })

    it('moves hundreds a second when it is not told a rate', async () => {
      const { send, start, tasks, arn, clock } = await deadLetters()
      for (let index = 0; index < 120; index += 1) await send('dead', String(index))
      await start({ DestinationArn: arn('other') })
      await clock.advance('300ms')
      expect(await tasks()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 120 }])
    })

    it('ends when it is cancelled, with what it moved until then', async () => {
      const { sqs, send, start, tasks, arn, clock } = await deadLetters()
      for (let index = 0; index < 20; index += 1) await send('dead', String(index))
      const TaskHandle = await start({ DestinationArn: arn('other'), MaxNumberOfMessagesPerSecond: 1 })
      await clock.advance('2s')
      const { ApproximateNumberOfMessagesMoved: moved = 0 } = await sqs.send(
        new CancelMessageMoveTaskCommand({ TaskHandle }),
      )
      expect(moved).toBeGreaterThanOrEqual(2)
      expect(moved).toBeLessThan(20)
      await clock.advance('1h')
      expect(await tasks()).toMatchObject([{ Status: 'CANCELLED', ApproximateNumberOfMessagesMoved: moved }])
      await expect(sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle }))).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      })
    })

    it('fails when the queue that it moves to is deleted', async () => {
      const { sqs, urls, send, start, tasks, arn, clock } = await deadLetters()
      for (let index = 0; index < 20; index += 1) await send('dead', String(index))
      await start({ DestinationArn: arn('other'), MaxNumberOfMessagesPerSecond: 1 })
      await clock.advance('1s')
      await sqs.send(new DeleteQueueCommand({ QueueUrl: urls.get('other') }))
      await clock.advance('1m')
      expect(await tasks()).toMatchObject([
        {
          Status: 'FAILED',
          FailureReason: 'AWS.SimpleQueueService.NonExistentQueue',
        },
      ])
    })

    it('leaves what somebody holds', async () => {
      const { sqs, urls, send, start, tasks, arn, clock } = await deadLetters()
      await send('dead', 'held')
      await sqs.send(new ReceiveMessageCommand({ QueueUrl: urls.get('dead'), VisibilityTimeout: 3600 }))
      await send('dead', 'free')
      await start({ DestinationArn: arn('other') })
      await clock.advance('1m')
      expect(await tasks()).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }])
    })

    it('is the only one of its queue at a time; the latest ten are listed, the last by default', async () => {
      const { start, tasks, send, arn, clock } = await deadLetters()
      for (let index = 0; index < 11; index += 1) {
        await send('dead', 'x')
        await start({ DestinationArn: arn('other'), MaxNumberOfMessagesPerSecond: 1 })
        await expect(start()).rejects.toMatchObject({
          name: 'InvalidParameterValue',
          message: expect.stringContaining('Only one active task'),
        })
        await clock.advance('1m')
      }
      expect(await tasks()).toHaveLength(1)
      const listed = await tasks(10)
      expect(listed).toHaveLength(10)
      const times = listed.map(({ StartedTimestamp: at }) => at ?? 0)
      expect(times).toEqual([...times].sort((a, b) => b - a))
      await expect(tasks(11)).rejects.toMatchObject({ name: 'InvalidParameterValue' })
    })

    it('keeps groups and their order in FIFO queues', async () => {
      const { die, start, receive, bodies, arn, clock } = await deadLetters({ fifo: true })
      await die('one', '1', '2', '3')
      await start()
      await clock.advance('1m')
      const moved = await receive('one')
      expect(moved.map(({ Body, Attributes }) => [Body, Attributes?.['MessageGroupId']])).toEqual([
        ['1', 'g'],
        ['2', 'g'],
        ['3', 'g'],
      ])
      expect(await bodies('dead')).toEqual([])
      await expect(start({ DestinationArn: arn('one').replace('.fifo', '') })).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      })
    })
  })

  describe('refused are', () => {
    it.each([
      ['a source that is no dead-letter queue', 'other', {}, 'InvalidParameterValue'],
      ['a source that does not exist', 'nowhere', {}, 'ResourceNotFoundException'],
      ['a destination that does not exist', 'dead', { to: 'nowhere' }, 'ResourceNotFoundException'],
      ['the source as destination', 'dead', { to: 'dead' }, 'InvalidParameterValue'],
      ['a rate over 500', 'dead', { rate: 501 }, 'InvalidParameterValue'],
      ['a rate of nothing', 'dead', { rate: 0 }, 'InvalidParameterValue'],
    ])('%s', async (_name, source, { to, rate }: { to?: string; rate?: number }, name) => {
      const { start, arn } = await deadLetters()
      const attempt = start({
        SourceArn: arn(source),
        ...(to === undefined ? {} : { DestinationArn: arn(to) }),
        ...(rate === undefined ? {} : { MaxNumberOfMessagesPerSecond: rate }),
      })
      await expect(attempt).rejects.toMatchObject({ name })
    })

    it('a destination of the other type', async () => {
      const { sqs, start, arnOf } = await deadLetters()
      await sqs.send(new CreateQueueCommand({ QueueName: 'x.fifo', Attributes: { FifoQueue: 'true' } }))
      await expect(start({ DestinationArn: arnOf('x.fifo') })).rejects.toMatchObject({
        name: 'InvalidParameterValue',
      })
    })

    it.each([
      ['that is none', 'nonsense', 'InvalidParameterValue'],
      ['of a task that never was', undefined, 'ResourceNotFoundException'],
    ])('a task handle %s', async (_name, handle, name) => {
      const { sqs, arn } = await deadLetters()
      const made = Buffer.from(JSON.stringify({ taskId: 'x', sourceArn: arn('dead') })).toString('base64')
      const cancel = sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle: handle ?? made }))
      await expect(cancel).rejects.toMatchObject({ name })
    })
  })

  describe('a redrive policy', () => {
    it('names its sources', async () => {
      const { sqs, urls } = await deadLetters()
      const { queueUrls } = await sqs.send(
        new ListDeadLetterSourceQueuesCommand({ QueueUrl: urls.get('dead') }),
      )
      expect(queueUrls).toEqual([urls.get('one'), urls.get('two')])
    })

    it.each([
      ['denyAll', { redrivePermission: 'denyAll' }, false],
      ['allowAll', { redrivePermission: 'allowAll' }, true],
      ['byQueue of another', { redrivePermission: 'byQueue', sourceQueueArns: ['one'] }, false],
      ['byQueue', { redrivePermission: 'byQueue', sourceQueueArns: ['other'] }, true],
    ])(
      "respects the target's redrive allow policy: %s",
      async (_name, {
        sourceQueueArns,
        ...policy
      }: {
        redrivePermission: string
        sourceQueueArns?: string[]
      }, allowed) => {
        const { sqs, urls, arn } = await deadLetters()
        const set = (name: string, Attributes: Record<string, string>) =>
          sqs.send(new SetQueueAttributesCommand({ QueueUrl: urls.get(name), Attributes }))
        await set('dead', {
          RedriveAllowPolicy: JSON.stringify({
            ...policy,
            ...(sourceQueueArns === undefined ? {} : { sourceQueueArns: sourceQueueArns.map(arn) }),
          }),
        })
        const attempt = set('other', {
          RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn('dead'), maxReceiveCount: '3' }),
        }).then(
          () => true,
          (error: Error) => error.name !== 'InvalidParameterValue',
        )
        expect(await attempt).toBe(allowed)
      },
    )

    it('is taken away by an empty one', async () => {
      const { sqs, urls, start } = await deadLetters()
      for (const name of ['one', 'two']) {
        await sqs.send(
          new SetQueueAttributesCommand({ QueueUrl: urls.get(name), Attributes: { RedrivePolicy: '' } }),
        )
      }
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: urls.get('one'), AttributeNames: ['All'] }),
      )
      expect(Attributes).not.toHaveProperty('RedrivePolicy')
      await expect(start()).rejects.toMatchObject({
        message: 'Source queue must be configured as a Dead Letter Queue.',
      })
    })

    it('needs a target that exists', async () => {
      const { sqs, urls, arn } = await deadLetters()
      const Attributes = {
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn('nowhere'), maxReceiveCount: 3 }),
      }
      await expect(
        sqs.send(new SetQueueAttributesCommand({ QueueUrl: urls.get('other'), Attributes })),
      ).rejects.toMatchObject({ message: expect.stringContaining('Dead letter target does not exist.') })
    })
  })
}
