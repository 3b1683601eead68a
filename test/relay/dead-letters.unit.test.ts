import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { idOf } from '../delivery/make-row.js'
import { ACCEPTED, each, MALFORMED } from '../delivery/scripted-destination.js'
import { from, NONE, relayWorld } from './relay-world.js'

describe('a rejected event', () => {
  it('dies with its whole history, then its notice goes out; the others pass', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'a2', 'b1'])
    world.answer = each((event) => (idOf(event) === 'a1' ? MALFORMED : ACCEPTED))
    world.sqs.on(SendMessageCommand).callsFake(() => {
      // The row is the dead letter: it is dead before anybody is told.
      expect(world.state('a1')).toBe('DEAD/N')
      return {}
    })
    expect(await world.handle(records)).toEqual(NONE)
    expect(['a1', 'a2', 'b1'].map(world.state)).toEqual(['DEAD/D', 'PUBLISHED/-', 'PUBLISHED/-'])
    const row = world.row('a1')
    expect(row).toMatchObject({
      obDeaths: 1,
      obAttempts: 1,
      obFailedAt: '2026-03-01T12:00:00.010Z',
      obError: 'MalformedDetail: Detail is malformed.',
      obDetail: expect.stringContaining('a1'),
    })
    expect(row['expiresAt']).toBeUndefined()
    expect(row['obDue']).toBe(row['obDiedAt'])

    const [call] = world.sqs.commandCalls(SendMessageCommand)
    const body: unknown = JSON.parse(String(call?.args[0].input.MessageBody))
    expect(body).toMatchObject({
      diedAt: row['obDiedAt'],
      errorCode: 'MalformedDetail',
      reason: 'MalformedDetail: Detail is malformed.',
      attempts: 1,
      row: { table: 'shop-table', partitionKey: 'OUTBOX#thing#a', sortKey: 'a1' },
      event: { eventId: 'a1', detail: { metadata: { eventId: 'a1' } } },
    })
    expect(world.sink.counts).toEqual({ EventsPublished: 2, EventsRejected: 1 })
    expect(world.sink.lines).toEqual([
      expect.objectContaining({ level: 'error', eventId: 'a1', errorCode: 'MalformedDetail' }),
    ])
  })

  it('waits in N while the queue is down: that never holds the stream', async () => {
    const world = relayWorld()
    const records = world.write(['a1', 'b1'], {})
    world.answer = each((event) => (idOf(event) === 'a1' ? MALFORMED : ACCEPTED))
    world.sqs.on(SendMessageCommand).rejects(Object.assign(new Error('down'), { name: 'ServiceUnavailable' }))
    expect(await world.handle(records)).toEqual(NONE)
    expect(['a1', 'b1'].map(world.state)).toEqual(['DEAD/N', 'PUBLISHED/-'])
    expect(world.sink.counts).toEqual({ EventsPublished: 1, EventsRejected: 1, NoticesOwed: 1 })
  })

  it('gets no notice as long as its death is not written', async () => {
    const world = relayWorld()
    const records = world.write(['a1'])
    world.answer = each(() => MALFORMED)
    world.store.fail(({ transition }) => transition === 'die')
    expect(await world.handle(records)).toEqual(from(records[0]))
    expect(world.sqs.commandCalls(SendMessageCommand)).toEqual([])
    expect([world.state('a1'), world.sink.counts]).toEqual(['PENDING/P', {}])
  })

  it('gets no notice from a relay that lost the row to somebody else', async () => {
    const world = relayWorld()
    const records = world.write(['a1'])
    world.answer = each(() => {
      world.row('a1')['obDue'] = '2026-03-01T12:30:00.000Z#claimed'
      return MALFORMED
    })
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.state('a1')).toBe('PENDING/P')
    expect(world.sqs.commandCalls(SendMessageCommand)).toEqual([])
  })

  it('is not sent again when its record comes again', async () => {
    const world = relayWorld()
    const records = world.write(['a1'], { obDetail: 'no JSON' })
    await world.handle(records)
    expect(await world.handle(records)).toEqual(NONE)
    expect(world.row('a1')['obDeaths']).toBe(1)
    expect(world.sqs.commandCalls(SendMessageCommand)).toHaveLength(1)
    expect(world.destination.calls).toEqual([])
  })
})
