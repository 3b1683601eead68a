import { Outbox } from 'serverless-outbox'
import { jsonResponse } from 'serverless-outbox/local'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { thingHappened } from './thing-happened.js'

it("a writer may take the local cloud's time: what it writes bears it, and its retries wait by it", async () => {
  const { cloud, documents, tableName, ledger } = await startOutboxCloud()
  cloud.clock.jump('3d')
  const outbox = new Outbox({ tableName, source: 'guarantees', client: documents, clock: cloud.clock })
  let conflicts = 0
  cloud.intercept(async (call, next) => {
    if (call.operation !== 'TransactWriteItems' || conflicts > 0) return next()
    conflicts += 1
    const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException'
    return jsonResponse({ __type, CancellationReasons: [{ Code: 'TransactionConflict' }] }, 400)
  })
  const event = thingHappened.create({ aggregateId: '1', data: { text: 'contended' } })
  await outbox.transact((tx) => tx.publish(event))
  ledger.acknowledge(event.eventId)
  await ledger.complete()
  expect(conflicts).toBe(1)
  const [record] = cloud.calls({ operation: 'TransactWriteItems', caller: 'user' }).slice(-1)
  expect(record?.at.getTime()).toBeGreaterThan(Date.now() + 2 * 24 * 60 * 60_000)
})
