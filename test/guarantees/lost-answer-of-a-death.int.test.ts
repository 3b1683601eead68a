import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { ConnectionReset } from 'serverless-outbox/local'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

it('sends the notice of a death whose answer was lost, or at least counts it as owed', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, documents, relay } = fixture
  let lost = 0
  cloud.intercept(async (call, next) => {
    if (call.operation !== 'BatchExecuteStatement' || lost > 0) return next()
    lost += 1
    await next()
    throw new ConnectionReset()
  })
  const event = thingHappened.create({ aggregateId: '1', data: { text: 'x' } })
  const items = await outbox.batch().add(event).items()
  Object.assign(items[0]?.Put.Item ?? {}, { obDetail: 'no JSON' })
  await documents.send(new TransactWriteCommand({ TransactItems: items }))
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'DEAD'),
  )
  // Whatever comes after: the next event of the shard is through.
  const next = thingHappened.create({ aggregateId: '1', data: { text: 'next' } })
  await outbox.transact((tx) => tx.publish(next))
  await cloud.waitForEvent(({ detailText }) => detailText.includes(next.eventId))
  const told = cloud
    .calls()
    .some(({ operation, caller }) => operation === 'SendMessage' && caller.kind === 'function')
  const counted = cloud.logLines(relay).some((line) => line.includes('NoticesOwed'))
  expect(told || counted).toBe(true)
})
