import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, it, onTestFinished } from 'vitest'
import { REPLAY_MARK } from '../../lib/event/replay-mark.js'
import { startConsumerCloud } from './consumer-cloud.js'

const detailOf = (eventId: string, aggregateId: string, cents = 100): string =>
  `{"metadata":{"eventId":"${eventId}","aggregateType":"Order","aggregateId":"${aggregateId}"},"data":{"cents": ${cents}}}`

const eventIds = (messages: readonly { readonly body: string }[]): unknown[] =>
  messages.map(({ body }) => {
    const message = JSON.parse(body)
    return (message.detail ?? message).metadata.eventId
  })

it('each consumer gets what it asked for, and replays only when it asked for them', async () => {
  const { publish, received } = await startConsumerCloud({
    Named: { events: ['OrderPaid'] },
    Everything: { allEventsOf: 'Order', replays: true },
    Large: { events: ['OrderPaid'], filter: { data: { cents: [{ numeric: ['>', 100] }] } } },
  })

  await publish(
    { type: 'OrderPaid', detail: detailOf('1', 'a') },
    { type: 'OrderPlaced', detail: detailOf('2', 'a') },
    { type: 'OrderPaid', detail: detailOf('3', 'a'), resources: [REPLAY_MARK] },
    { type: 'OrderPaid', detail: detailOf('4', 'a', 101), resources: ['arn:aws:s3:::invoices'] },
  )

  expect(eventIds(received('Named')).toSorted()).toEqual(['1', '4'])
  expect(eventIds(received('Everything')).toSorted()).toEqual(['1', '2', '3', '4'])
  expect(eventIds(received('Large'))).toEqual(['4'])
})

it('a FIFO queue gets the same bytes once, aggregate by aggregate', async () => {
  const { publish, received } = await startConsumerCloud({ Ordered: { events: ['OrderPaid'], fifo: true } })
  const first = { type: 'OrderPaid', detail: detailOf('1', 'a') }

  await publish(first)
  await publish(first)
  await publish(
    { type: 'OrderPaid', detail: detailOf('2', 'a') },
    { type: 'OrderPaid', detail: detailOf('3', 'b') },
  )

  const messages = received('Ordered')
  expect(messages.filter(({ group }) => group === 'a').map(({ body }) => body)).toEqual([
    detailOf('1', 'a'),
    detailOf('2', 'a'),
  ])
  expect(messages.filter(({ group }) => group === 'b').map(({ body }) => body)).toEqual([detailOf('3', 'b')])
  expect(messages).toHaveLength(3)
})

it('what has no aggregate, and so no place in a FIFO queue, is in the undelivered queue', async () => {
  const { cloud, publish, received } = await startConsumerCloud({
    Ordered: { events: ['OrderPaid'], fifo: true },
  })
  const detail = '{"metadata":{"eventId":"1"},"data":{}}'

  await publish({ type: 'OrderPaid', detail })

  expect(received('Ordered')).toEqual([])
  const queues = new SQSClient(cloud.clientConfig)
  onTestFinished(() => queues.destroy())
  const QueueUrl = cloud.physicalId('Shop/Ordered/UndeliveredQueue')
  const { Messages } = await queues.send(new ReceiveMessageCommand({ QueueUrl }))
  expect(Messages).toHaveLength(1)
  expect(JSON.parse(Messages?.[0]?.Body ?? '')).toMatchObject({ detail: JSON.parse(detail) })
})
