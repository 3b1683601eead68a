import type { DynamoDBRecord } from 'aws-lambda'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RETRY_BUDGET, relayTimes, SETTLE_RESERVE } from '../../lib/relay/relay-times.js'
import { START } from '../delivery/fake-clock.js'
import { idOf } from '../delivery/make-row.js'
import {
  ACCEPTED,
  DENIED,
  each,
  INTERNAL,
  MALFORMED,
  REFUSED,
  THROTTLED,
  UNAVAILABLE,
} from '../delivery/scripted-destination.js'
import { from, keyOf, NONE, relayWorld } from './relay-world.js'

describe('the answer names the first record that must come again', () => {
  it('in the order of the batch: sequence numbers are texts of different lengths', async () => {
    const world = relayWorld()
    // 7, 8, 9, 10, 11: as text, 10 is the first of the last three.
    const records = world.write(['a1', 'b1', 'c1', 'd1', 'e1'])
    expect(records.map(({ dynamodb }) => dynamodb?.SequenceNumber)).toEqual(['7', '8', '9', '10', '11'])
    world.answer = each((event) => (['c1', 'd1'].includes(idOf(event)) ? THROTTLED : ACCEPTED))
    expect(await world.handle(records)).toEqual(from(records[2]))
    expect(['a1', 'b1', 'c1', 'd1', 'e1'].map(world.state)).toEqual([
      'PUBLISHED/-',
      'PUBLISHED/-',
      'PENDING/P',
      'PENDING/P',
      'PUBLISHED/-',
    ])
  })

  it('in the order of the batch, although the events were sent in another one', async () => {
    const world = relayWorld()
    const records = [
      ...world.write(['a2'], { obSeq: '0000000000000002.00' }),
      ...world.write(['a1'], { obSeq: '0000000000000001.00' }),
    ]
    world.answer = () => UNAVAILABLE
    world.probe = () => DENIED
    expect(await world.handle(records)).toEqual(from(records[0]))
  })

  it('none for what was handed over, is dead, is gone or is somebody else’s', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1', 'c1', 'd1', 'e1'])
    world.store.items.delete(`${keyOf('d1').partition}\u0000d1`)
    world.answer = each((event) => {
      if (idOf(event) === 'a1') return REFUSED
      if (idOf(event) === 'b1') return MALFORMED
      return idOf(event) === 'c1' ? INTERNAL : ACCEPTED
    })
    expect(await world.handle(records)).toEqual(NONE)
    expect(['a1', 'b1', 'c1', 'e1'].map(world.state)).toEqual([
      'PENDING/R',
      'DEAD/D',
      'PENDING/R',
      'PUBLISHED/-',
    ])
    expect(world.sink.counts).toMatchObject({ EventsHandedOver: 2, EventsRejected: 1, EventsPublished: 1 })
  })

  it('the whole batch during an outage, which is counted once', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    world.answer = () => UNAVAILABLE
    world.probe = () => DENIED
    expect(await world.handle(records)).toEqual(from(records[0]))
    expect([world.state('a1'), world.state('b1')]).toEqual(['PENDING/P', 'PENDING/P'])
    expect(world.store.applied).toEqual([])
    expect(world.sink.counts).toMatchObject({ Outages: 1 })
    expect(world.sink.lines).toEqual([
      expect.objectContaining({ level: 'error', errorCode: 'InternalException' }),
    ])
    world.answer = each(() => ACCEPTED)
    expect(await world.handle(records)).toEqual(NONE)
  })
})

describe('a mark that fails', () => {
  it('is repeated within the time; nothing is sent again', async () => {
    const world = relayWorld()
    let failures = 3
    world.store.fail(({ key }) => key.sort === 'a1' && failures-- > 0)
    expect(await world.handle(world.write(['a1', 'b1']))).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'b1'])
    expect(world.sink.counts).toEqual({ EventsPublished: 2 })
  })

  it('brings the record again; the same environment only marks it', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    world.store.fail(({ key }) => key.sort === 'a1')
    expect(await world.handle(records)).toEqual(from(records[0]))
    expect(world.sink.counts).toEqual({ EventsPublished: 1, MarksFailed: 1 })
    expect(await world.handle(records)).toEqual(from(records[0]))
    world.store.fail(() => false)
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'b1'])
    expect([world.state('a1'), world.state('b1')]).toEqual(['PUBLISHED/-', 'PUBLISHED/-'])
  })

  it('is not remembered for a row that was written anew under the key', async () => {
    const world = relayWorld()
    world.store.fail(({ key }) => key.sort === 'a1')
    await world.handle(world.write(['a1']))
    world.store.fail(() => false)
    await world.handle(world.write(['a1'], { obDue: '2026-03-01T12:30:00.000Z#anew' }))
    expect(world.sent()).toEqual(['a1', 'a1'])
  })

  it('costs one duplicate in a fresh environment', async () => {
    const world = relayWorld()
    const records = world.write(['a1'])
    world.store.fail(() => true)
    await world.handle(records)
    world.store.fail(() => false)
    world.restart()
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.sent()).toEqual(['a1', 'a1'])
  })

  it('of a handover holds the record in the relay', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'])
    world.answer = each((event) => (idOf(event) === 'b1' ? REFUSED : ACCEPTED))
    world.store.fail(({ transition }) => transition === 'handOverFailed')
    expect(await world.handle(records)).toEqual(from(records[1]))
    expect(world.state('b1')).toBe('PENDING/P')
  })
})

describe('the time of an invocation', () => {
  it('is divided: repeat for 20 s, send until 8 s, mark until 5 s before the end', () => {
    expect([RETRY_BUDGET, SETTLE_RESERVE]).toEqual([20_000, 8_000])
    expect(relayTimes(START, 60_000)).toEqual({
      retryUntil: START + 20_000,
      sendUntil: START + 52_000,
      markUntil: START + 55_000,
    })
    expect(relayTimes(START, 10_000)).toMatchObject({ retryUntil: START + 2_000, sendUntil: START + 2_000 })
  })

  it('is kept: no call after the time to send, no try to mark after the time to mark', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom(UNAVAILABLE, 'refuse', 'throttle', 'accept'),
        async (remaining, lasts, what) => {
          const world = relayWorld({ script: { answer: each(() => ACCEPTED), lasts } })
          world.answer =
            typeof what === 'object'
              ? () => what
              : each(() => (what === 'refuse' ? REFUSED : what === 'throttle' ? THROTTLED : ACCEPTED))
          const triedAt: number[] = []
          world.store.fail(() => {
            triedAt.push(world.clock.now())
            return true
          })
          const records = world.write(Array.from({ length: 10 }, (_, index) => `a${index}`))
          const answer = await world.handle(records, remaining)
          expect(answer).toEqual(from(records[0]))
          expect(Math.max(START, ...world.destination.endedAt)).toBeLessThanOrEqual(
            START + Math.max(0, remaining - SETTLE_RESERVE),
          )
          expect(Math.max(START, ...triedAt)).toBeLessThanOrEqual(START + Math.max(0, remaining - 5_000))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('when it is over before anything was sent, brings everything again', async () => {
    const world = relayWorld()
    const records: DynamoDBRecord[] = world.write(['a1', 'b1'])
    expect(await world.handle(records, 12_999)).toEqual(from(records[0]))
    expect([world.sent(), world.sink.counts]).toEqual([[], {}])
  })
})
