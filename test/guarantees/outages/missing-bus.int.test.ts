import { AwsError } from 'serverless-outbox/local'
import { expect, it } from 'vitest'
import { startOutboxCloud } from '../outbox-cloud.js'
import { readRows } from '../read-rows.js'
import { thingHappened } from '../thing-happened.js'
import { untilSettled } from '../until-settled.js'

// PutEvents to a bus that does not exist answers success and drops the events:
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
it('sends nothing while the bus is missing, and everything once it is there', async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger } = fixture
  let misses = 0
  cloud.intercept(async (call, next) => {
    if (call.operation !== 'DescribeEventBus' || misses >= 2) return next()
    misses += 1
    expect(cloud.calls().filter(({ operation }) => operation === 'PutEvents')).toEqual([])
    throw new AwsError('ResourceNotFoundException', 'Event bus does not exist.')
  })
  const event = thingHappened.create({ aggregateId: '1', data: { text: 'patience' } })
  await outbox.transact((tx) => tx.publish(event))
  ledger.acknowledge(event.eventId)
  await ledger.complete()
  await untilSettled(cloud, async () =>
    (await readRows(fixture)).every(({ obStatus }) => obStatus === 'PUBLISHED'),
  )

  expect(misses).toBe(2)
  const [row] = await readRows(fixture)
  // Nobody's fault: no attempt was charged to the event.
  expect(row).not.toHaveProperty('obAttempts')
  expect(ledger.balance()).toMatchObject({ lost: [], phantom: [], duplicates: 0 })
})
