import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { published } from './published.js'
import { readRows } from './read-rows.js'
import { thingHappened } from './thing-happened.js'
import { untilSettled } from './until-settled.js'

// Round by round: three good events and one that can never be sent; the relay dies before or after its nth call.
it('the relay killed before and after each of its calls loses nothing', { timeout: 180_000 }, async () => {
  const fixture = await startOutboxCloud()
  const { cloud, outbox, ledger, documents, relay } = fixture
  let plan: { readonly operation: string; readonly nth: number; readonly after: boolean } | undefined
  let seen = 0
  const killedAt = new Set<string>()
  let bound = 0
  cloud.intercept(async (call, next) => {
    if (call.caller.kind !== 'function' || call.operation !== plan?.operation) return next()
    seen += 1
    if (seen < plan.nth) return next()
    const { after } = plan
    plan = undefined
    killedAt.add(`${after ? 'after' : 'before'} ${call.operation}`)
    bound += 3
    if (after) await next()
    await cloud.kill(relay)
    return new Promise(() => undefined)
  })
  const poisoned = new Set<string>()
  const plans = ['BatchGetItem', 'DescribeEventBus', 'PutEvents', 'BatchExecuteStatement', 'SendMessage']
    .flatMap((operation) => [
      { operation, nth: 1 },
      ...(operation === 'BatchExecuteStatement' ? [{ operation, nth: 2 }] : []),
    ])
    .flatMap((each) => [false, true].map((after) => ({ ...each, after })))
  for (const [round, next] of plans.entries()) {
    // A fresh environment each time: it looks at the bus first.
    await cloud.kill(relay)
    const events = [0, 1, 2, 3].map((index) =>
      thingHappened.create({
        aggregateId: 'a',
        aggregateVersion: round,
        correlationId: 'c',
        data: { text: `${index}` },
      }),
    )
    const items = await outbox
      .batch()
      .add(...events)
      .items()
    Object.assign(items[1]?.Put.Item ?? {}, { obDetail: 'SECRET, no JSON' })
    plan = next
    seen = 0
    await documents.send(new TransactWriteCommand({ TransactItems: items }))
    for (const [index, { eventId }] of events.entries()) {
      if (index === 1) poisoned.add(eventId)
      else ledger.acknowledge(eventId)
    }
    await untilSettled(
      cloud,
      async () =>
        plan === undefined && (await readRows(fixture)).every(({ obStatus }) => obStatus !== 'PENDING'),
    )
  }
  plan = undefined
  await ledger.complete()
  await ledger.arrived(published(cloud).filter(({ detailText }) => detailText.includes('metadata')).length)
  const rows = await readRows(fixture)
  const dead = rows.filter(({ obStatus }) => obStatus === 'DEAD')
  expect(new Set(dead.map(({ sk }) => sk))).toEqual(poisoned)
  const notices = cloud
    .calls()
    .filter(({ operation, caller }) => operation === 'SendMessage' && caller.kind === 'function')
    .map(({ input }) => String(input['MessageBody']))
  // Told, or in the index as owed.
  for (const { sk, obShard } of dead)
    expect(String(obShard).startsWith('N') || notices.some((body) => body.includes(String(sk)))).toBe(true)
  const { lost, phantom, altered, duplicates } = ledger.balance()
  expect(killedAt.size).toBe(10)
  expect({ lost, phantom, altered }).toEqual({ lost: [], phantom: [], altered: [] })
  expect(duplicates).toBeLessThanOrEqual(bound)
  expect(cloud.logLines().filter((line) => line.includes('SECRET'))).toEqual([])
})
