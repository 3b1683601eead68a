import { AwsError, ConnectionReset } from 'serverless-outbox/local'
import { expect, it } from 'vitest'
import { startOutboxCloud } from './outbox-cloud.js'
import { published } from './published.js'
import { thingHappened } from './thing-happened.js'

/** An answer of BatchGetItem on the wire. */
interface Answer {
  readonly Responses: Record<string, Record<string, unknown>[]>
  UnprocessedKeys: Record<string, unknown>
}

// No event fails by itself here: calls fail as a whole, look-ups leave rows out, marks fail, the relay is killed. The
// first acceptance of each event must then be in the order of the versions, as long as the stream is in that order.
it.each([11])('seed %i: outages reverse nothing', { timeout: 120_000 }, async (seed) => {
  let state = seed
  const random = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
  const { cloud, outbox, ledger, relay } = await startOutboxCloud(
    () => ({ relay: { batchSize: 15 } }),
    {},
    { streams: { shuffle: false, delayedTransactions: 0 } },
  )
  let faults = 40
  cloud.intercept(async (call, next) => {
    if (call.caller.kind !== 'function' || faults <= 0 || random() > 0.5) return next()
    faults -= 1
    const kind = Math.floor(random() * 6)
    if (kind === 0) throw new AwsError('ThrottlingException', 'x', 400)
    if (kind === 1) throw new AwsError('InternalFailure', 'x', 500)
    if (kind === 2) {
      await next()
      throw new ConnectionReset()
    }
    if (kind === 3 && random() > 0.7) {
      if (random() > 0.5) await next()
      await cloud.kill(relay)
      return new Promise(() => undefined)
    }
    const answer = await next()
    if (call.operation !== 'BatchGetItem') return answer
    const body = JSON.parse(answer.body.toString()) as Answer
    const [table = '', items = []] = Object.entries(body.Responses)[0] ?? []
    const [taken] = items.splice(Math.floor(random() * items.length), 1)
    if (taken === undefined) return answer
    body.UnprocessedKeys = { [table]: { Keys: [{ pk: taken['pk'], sk: taken['sk'] }] } }
    return {
      ...answer,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: Buffer.from(JSON.stringify(body)),
    }
  })
  const expected = new Map<string, string[]>()
  for (let version = 0; version < 25; version += 1) {
    const events = ['a', 'b', 'c'].flatMap((aggregateId) =>
      [0, 1].map((index) =>
        thingHappened.create({
          aggregateId,
          aggregateVersion: version,
          correlationId: 'c',
          data: { text: `${index}` },
        }),
      ),
    )
    await outbox.transact((tx) => tx.publish(...events))
    for (const { eventId, aggregateId } of events) {
      ledger.acknowledge(eventId)
      expected.set(aggregateId, [...(expected.get(aggregateId) ?? []), eventId])
    }
  }
  await ledger.complete({ timeoutMs: 90_000 })
  const accepted = new Map<string, string[]>()
  for (const { detailText } of published(cloud)) {
    const { metadata } = JSON.parse(detailText) as { metadata?: { aggregateId: string; eventId: string } }
    if (metadata === undefined) continue
    const known = accepted.get(metadata.aggregateId) ?? []
    if (!known.includes(metadata.eventId)) accepted.set(metadata.aggregateId, [...known, metadata.eventId])
  }
  expect(Object.fromEntries(accepted)).toEqual(Object.fromEntries(expected))
})
