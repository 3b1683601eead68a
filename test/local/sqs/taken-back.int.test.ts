import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandOutput,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { startQueueWorld } from './queue-world.js'

it.each([
  ['a standard queue', 'orders', {}],
  ['a FIFO queue', 'orders.fifo', { FifoQueue: 'true' }],
])(
  'messages that a receiver never got are there as if nobody had asked: %s',
  async (_name, name, Attributes) => {
    const { sqs, fauxqs } = await startQueueWorld()
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }))
    for (const MessageBody of ['1', '2', '3']) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl,
          MessageBody,
          ...(name.endsWith('.fifo') ? { MessageGroupId: 'g', MessageDeduplicationId: MessageBody } : {}),
        }),
      )
    }
    const receive = (count: number): Promise<ReceiveMessageCommandOutput> =>
      sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: count,
          MessageSystemAttributeNames: ['All'],
        }),
      )
    const { Messages: lost = [] } = await receive(2)
    await fauxqs.takeBack(
      QueueUrl,
      lost.map(({ ReceiptHandle = '' }) => ReceiptHandle),
    )
    const { Messages: received = [] } = await receive(10)
    expect(
      received.map(({ Body, Attributes: attributes }) => [Body, attributes?.['ApproximateReceiveCount']]),
    ).toEqual([
      ['1', '1'],
      ['2', '1'],
      ['3', '1'],
    ])
  },
)
