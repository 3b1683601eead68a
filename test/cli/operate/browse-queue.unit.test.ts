import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { awsClients } from '../../../lib/cli/operate/aws-clients.js'
import { type Browsed, browseQueue } from '../../../lib/cli/operate/browse-queue.js'
import { FakeClock } from '../../delivery/fake-clock.js'

function world() {
  const clients = awsClients({ region: 'us-east-1' })
  onTestFinished(clients.close)
  const queue = mockClient(clients.sqs)
  const clock = new FakeClock()
  queue.on(DeleteMessageBatchCommand).callsFake(({ Entries }) => ({ Successful: Entries }))
  queue.on(ChangeMessageVisibilityBatchCommand).resolves({})
  return {
    queue,
    clock,
    browse: (
      more: { readonly maxMessages?: number; readonly isDone?: () => boolean } = {},
    ): Promise<Browsed> =>
      browseQueue(clients, {
        url: 'https://queue',
        maxMessages: 100,
        clock,
        visit: ({ Body }) => (Body === 'mine' ? 'delete' : 'putBack'),
        isDone: () => false,
        ...more,
      }),
    putBack: () =>
      queue
        .commandCalls(ChangeMessageVisibilityBatchCommand)
        .flatMap(({ args }) => args[0].input.Entries?.map(({ ReceiptHandle }) => ReceiptHandle)),
  }
}

const message = (ReceiptHandle: string, Body: string) => ({ ReceiptHandle, Body })

describe('browseQueue', () => {
  it('deletes what is to be deleted, and puts the others back, to the end of the queue', async () => {
    const { queue, browse, putBack } = world()
    queue
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [message('1', 'mine'), message('2', 'other')] })
      .resolvesOnce({ Messages: [message('3', 'other')] })
      .resolves({})
    expect(await browse()).toEqual({ deleted: 1, isWhole: true })
    expect(putBack()).toEqual(['2', '3'])
  })

  it('ends when all is found, or enough was looked at, or the time is up', async () => {
    const { queue, clock, browse } = world()
    queue.on(ReceiveMessageCommand).callsFake(() => {
      clock.advance(25_000)
      return { Messages: [message('1', 'other')] }
    })
    expect(await browse({ isDone: () => true })).toEqual({ deleted: 0, isWhole: false })
    expect(queue.commandCalls(ReceiveMessageCommand)).toHaveLength(0)
    await browse({ maxMessages: 1 })
    expect(queue.commandCalls(ReceiveMessageCommand)).toHaveLength(1)
    await browse()
    expect(queue.commandCalls(ReceiveMessageCommand)).toHaveLength(1 + 3)
  })

  it('puts back what it has taken when something goes wrong', async () => {
    const { queue, browse, putBack } = world()
    queue
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [message('1', 'other')] })
      .rejects(new Error('gone'))
    await expect(browse()).rejects.toThrow('gone')
    expect(putBack()).toEqual(['1'])
  })
})
