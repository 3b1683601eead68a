import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { startQueueWorld } from './queue-world.js'

it('a queue tells the numbers behind its metrics', async () => {
  const { fauxqs, sqs, clock } = await startQueueWorld()
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }))
  const send = (MessageBody: string, DelaySeconds = 0) =>
    sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }))
  const receive = (VisibilityTimeout: number) =>
    sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout }))
  expect((await receive(0)).Messages).toBeUndefined()
  await send('done')
  const { Messages: [done] = [] } = await receive(60)
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: done?.ReceiptHandle }))
  await send('a')
  await clock.advance('2h')
  await send('b')
  await receive(3600)
  await send('c', 60)
  expect(await fauxqs.statistics()).toEqual([
    {
      queueName: 'orders',
      approximateNumberOfMessagesVisible: 1,
      approximateNumberOfMessagesNotVisible: 1,
      approximateNumberOfMessagesDelayed: 1,
      oldestMessageAt: expect.any(Number),
    },
  ])
})

it('its oldest message is older by the time that is skipped, and one received too often does not count', async () => {
  const { fauxqs, sqs, clock } = await startQueueWorld()
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }))
  const oldest = async (): Promise<number | undefined> => (await fauxqs.statistics())[0]?.oldestMessageAt
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'poison' }))
  await clock.advance('1d')
  expect(clock.now() - ((await oldest()) ?? Number.NaN)).toBeGreaterThanOrEqual(86_400_000)
  for (let receives = 0; receives < 4; receives += 1) {
    await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
  }
  expect(await oldest()).toBeUndefined()
})
