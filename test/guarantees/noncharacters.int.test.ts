import { Ledger } from 'serverless-outbox/local'
import { expect, it, onTestFinished } from 'vitest'
import { startEnforcedCloud } from '../local/iam/enforced-cloud.js'
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

it('an order of a customer whose id holds U+FFFF reaches the queue of shipping', async () => {
  const cloud = await startEnforcedCloud({ assembly: 'cdk.out' })
  onTestFinished(() => cloud.stop())
  const { OrdersUrl = '', AuditQueueUrl = '' } = cloud.outputs['Orders'] ?? {}
  const ledger = new Ledger(cloud, AuditQueueUrl)
  const order = { customerId: '\uffff', currency: 'EUR', lines: [{ sku: 's', quantity: 1, priceCents: 1 }] }
  const response = await fetch(new URL('orders', OrdersUrl), { method: 'POST', body: JSON.stringify(order) })
  expect(response.status).toBe(201)
  const { eventId } = (await response.json()) as { eventId: string }
  ledger.acknowledge(eventId)
  await ledger.complete()
})
