import { LocalCloud } from 'serverless-outbox/local'
import { expect, it, onTestFinished } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { thingHappened } from './thing-happened.js'

// U+FFFE and U+FFFF are legal in JSON and in DynamoDB, and SQS refuses a message that holds one.
it.each(['\ufffe', '\uffff'])(
  'an event with %j in its data arrives in a queue behind a rule',
  async (text) => {
    const { outbox, ledger } = await startOutboxCloud()
    const event = thingHappened.create({ aggregateId: '1', data: { text } })
    await outbox.transact((tx) => tx.publish(event))
    ledger.acknowledge(event.eventId)
    await ledger.complete({ timeoutMs: 8_000 })
  },
)

it('an order of a customer whose id holds U+FFFF reaches shipping, or its dead-letter queue, or is refused', async () => {
  const cloud = await LocalCloud.start({ assembly: 'cdk.out' })
  onTestFinished(() => cloud.stop())
  const url = new URL('orders', cloud.attribute('Orders/OrdersApi/FunctionUrl', 'FunctionUrl'))
  const order = { customerId: '\uffff', currency: 'EUR', lines: [{ sku: 's', quantity: 1, priceCents: 1 }] }
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(order) })
  if (response.status === 400) return
  const { eventId } = (await response.json()) as { eventId: string }
  const sent = () =>
    cloud
      .calls()
      .filter(
        ({ operation, errorCode, input }) =>
          operation === 'SendMessage' &&
          errorCode === undefined &&
          String(input['MessageBody']).includes(eventId),
      )
  await cloud.waitForEvent(({ detailText }) => detailText.includes(eventId))
  for (let tries = 0; tries < 50 && sent().length === 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  expect(sent()).not.toEqual([])
})
