import { describe, expect, it } from 'vitest'
import { Redrive } from '../../lib/dead-letter/redrive.js'
import type { PendingRow } from '../../lib/delivery/pending-row.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { makeRow, outboxItem } from '../delivery/make-row.js'
import { MemoryStore } from '../relay/memory-store.js'
import { RecordingSink } from '../relay/recording-sink.js'
import { DIED_AT, deadItem, noticeOf, sqsEvent, sqsRecord } from './redrive-messages.js'

const NONE = { batchItemFailures: [] }
const failures = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

function world(ids: readonly string[], owner: 'N' | 'D' = 'D') {
  const clock = new FakeClock()
  const store = new MemoryStore()
  const telemetry = new RecordingSink()
  const rows = ids.map((id) => {
    const row = makeRow({ aggregateId: 'a', id })
    store.put(row.key, deadItem(outboxItem('a', id), owner))
    return row
  })
  const redrive = new Redrive({
    store,
    telemetry,
    clock,
    random: () => 0.5,
    tableName: 'shop-table',
    keys: { partitionKey: 'pk', sortKey: 'sk' },
  })
  const handle = (event: Parameters<Redrive['handle']>[0], remaining = 60_000) =>
    redrive.handle(event, { getRemainingTimeInMillis: () => remaining })
  return { clock, store, telemetry, rows, handle, item: (row: PendingRow) => store.get(row.key) ?? {} }
}

const only = (rows: readonly PendingRow[]): PendingRow => {
  const [row] = rows
  if (row === undefined) throw new TypeError('There is no row')
  return row
}

describe('a redrive', () => {
  it.each(['N', 'D'] as const)(
    'gives a dead row in %s back to the sweeper, due now, with its history',
    async (owner) => {
      const { clock, rows, handle, item, telemetry } = world(['e1'], owner)
      const row = only(rows)
      expect(await handle(sqsEvent([noticeOf(row)]))).toEqual(NONE)
      const now = new Date(clock.now()).toISOString()
      expect(item(row)).toEqual({
        ...outboxItem('a', 'e1'),
        obStatus: 'PENDING',
        obShard: `R${row.shard.slice(1)}`,
        obDue: expect.stringMatching(new RegExp(`^${now}#[0-9a-f]{8}$`)),
        obDiedAt: DIED_AT,
        obDeaths: 1,
        obRedrivenAt: now,
        obRedrivenBy: 'AROAEXAMPLE:alice via sqs:redrive-queue',
      })
      expect(telemetry.counts).toEqual({ EventsRedriven: 1 })
      expect(telemetry.lines).toEqual([
        expect.objectContaining({ level: 'info', eventId: 'e1', messageId: 'message-1' }),
      ])
    },
  )

  it('is one redelivery, however often its message comes', async () => {
    const { rows, handle, item, telemetry } = world(['e1'])
    const body = noticeOf(only(rows))
    expect(await handle(sqsEvent([body, body, body]))).toEqual(NONE)
    const first = { ...item(only(rows)) }
    expect(await handle(sqsEvent([body]))).toEqual(NONE)
    expect(item(only(rows))).toEqual(first)
    expect(telemetry.counts).toEqual({ EventsRedriven: 1, RedrivesSettled: 3 })
  })

  it('that is carried out by another worker between the read and the write is not repeated', async () => {
    const { rows, store, handle, item, telemetry } = world(['e1'])
    const row = only(rows)
    store.onLookUp = () => {
      // After the answer has been put together.
      queueMicrotask(() => Object.assign(item(row), { obStatus: 'PENDING', obDue: 'of another worker' }))
      return []
    }
    expect(await handle(sqsEvent([noticeOf(row)]))).toEqual(NONE)
    expect(item(row)).toMatchObject({ obStatus: 'PENDING', obDue: 'of another worker' })
    expect(telemetry.counts).toEqual({ RedrivesSettled: 1 })
  })

  it.each([
    ['is gone', undefined, 'gone'],
    ['is published', { obStatus: 'PUBLISHED', obShard: undefined }, 'published'],
    ['is redriven already', { obStatus: 'PENDING', obShard: 'R#eu-west-1#00' }, 'redriven'],
    ['died again since', { obDiedAt: '2026-03-01T13:00:00.000Z#1badcafe' }, 'diedAgain'],
  ])('of a row that %s is acknowledged, counted, and changes nothing', async (_, change, outcome) => {
    const { rows, store, handle, item, telemetry } = world(['e1'])
    const row = only(rows)
    if (change === undefined) store.items.clear()
    else store.put(row.key, { ...item(row), ...change })
    const before = { ...item(row) }
    expect(await handle(sqsEvent([noticeOf(row)]))).toEqual(NONE)
    expect(item(row)).toEqual(before)
    expect(store.applied).toEqual([])
    expect(telemetry.counts).toEqual({ RedrivesSettled: 1 })
    expect(telemetry.lines).toEqual([expect.objectContaining({ level: 'info', outcome })])
  })

  it('has nothing to do for what the mapping says of records that it gave up', async () => {
    const { handle, telemetry } = world([])
    expect(await handle(sqsEvent([JSON.stringify({ DDBStreamBatchInfo: {} })]))).toEqual(NONE)
    expect(telemetry.counts).toEqual({ RedrivesSettled: 1 })
    expect(telemetry.lines).toEqual([expect.objectContaining({ level: 'info', outcome: 'notDead' })])
  })

  it('brings a row back from a shard that no sweep looks at', async () => {
    const { rows, store, handle, item } = world(['e1'])
    const row = only(rows)
    store.put(row.key, { ...item(row), obShard: 'D#eu-west-1#99' })
    expect(await handle(sqsEvent([noticeOf(row)]))).toEqual(NONE)
    expect(item(row)).toMatchObject({ obStatus: 'PENDING', obShard: `R${row.shard.slice(1)}` })
  })

  it.each([
    ['has no shard', { obShard: undefined }],
    ['has a shard that is none', { obShard: 'D' }],
    ['has a status that is none', { obStatus: 'dead' }],
    ['is pending, but of no owner that delivers it', { obStatus: 'PENDING' }],
  ])('of a row that was edited and %s is refused, and says so', async (_, change) => {
    const { rows, store, handle, item, telemetry } = world(['e1'])
    const row = only(rows)
    store.put(row.key, { ...item(row), ...change })
    expect(await handle(sqsEvent([noticeOf(row)]))).toEqual(failures('message-1'))
    expect(telemetry.counts).toEqual({ RedrivesRefused: 1 })
    expect(telemetry.lines).toEqual([
      expect.objectContaining({ level: 'error', eventId: 'e1', message: expect.stringMatching('`obShard`') }),
    ])
  })

  it.each([
    ['a row that does not say when', DIED_AT, { obDiedAt: undefined }],
    ['a row whose time is none', DIED_AT, { obDiedAt: 'yesterday' }],
    ['a death that is later than that of the row', '2026-03-01T13:00:00.000Z#0badcafe', {}],
  ])('for %s is refused: nobody died then', async (_, diedAt, change) => {
    const { rows, store, handle, item, telemetry } = world(['e1'])
    const row = only(rows)
    store.put(row.key, { ...item(row), ...change })
    expect(await handle(sqsEvent([noticeOf(row, diedAt)]))).toEqual(failures('message-1'))
    expect(telemetry.counts).toEqual({ RedrivesRefused: 1 })
    expect(telemetry.lines).toMatchObject([{ level: 'error', message: expect.stringMatching('`obDiedAt`') }])
  })
})

describe('messages of one batch', () => {
  it('each have their own answer', async () => {
    const { rows, store, handle, item, telemetry } = world(['e1', 'e2', 'e3'])
    const [first, second, third] = rows.map((row) => noticeOf(row))
    store.fail(({ key }) => key.sort === 'e2')
    const foreign = noticeOf(only(rows), DIED_AT, 'other-table')
    const batch = sqsEvent([first ?? '', second ?? '', 'no JSON', third ?? '', foreign])
    expect(await handle(batch)).toEqual(failures('message-2', 'message-3', 'message-5'))
    expect(rows.map((row) => item(row)['obStatus'])).toEqual(['PENDING', 'DEAD', 'PENDING'])
    expect(telemetry.counts).toEqual({ EventsRedriven: 2, RedrivesRefused: 2, RedrivesFailed: 1 })
    expect(telemetry.lines.filter(({ level }) => level === 'error')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ messageId: 'message-2', eventId: 'e2', errorCode: 'ThrottlingError' }),
        expect.objectContaining({ messageId: 'message-3', message: expect.stringMatching('JSON object') }),
        expect.objectContaining({ messageId: 'message-5', message: expect.stringMatching('`other-table`') }),
      ]),
    )
  })

  it('come again when the table cannot be read; the others are redriven', async () => {
    const { rows, store, handle, item, telemetry } = world(['e1', 'e2', 'e3'])
    store.onLookUp = ([key]) => {
      if (key?.sort === 'e1') throw Object.assign(new Error('down'), { name: 'InternalServerError' })
      return key?.sort === 'e2' ? [key] : []
    }
    const batch = sqsEvent(rows.map((row) => noticeOf(row)))
    expect(await handle(batch)).toEqual(failures('message-1', 'message-2'))
    expect(rows.map((row) => item(row)['obStatus'])).toEqual(['DEAD', 'DEAD', 'PENDING'])
    expect(telemetry.lines.map(({ errorCode }) => errorCode)).toEqual(
      expect.arrayContaining(['InternalServerError', 'UnprocessedKeys']),
    )
  })

  it('wait for the next time when this one ends', async () => {
    const { clock, rows, store, handle } = world(Array.from({ length: 8 }, (_, index) => `e${index}`))
    store.onLookUp = () => {
      clock.advance(10_000)
      return []
    }
    const { batchItemFailures } = await handle(sqsEvent(rows.map((row) => noticeOf(row))), 20_000)
    // Lambda would kill it otherwise, and all of them would come again.
    expect(batchItemFailures.length).toBeGreaterThan(0)
    expect(store.lookedUp.length).toBeLessThan(rows.length)
  })

  it('that fail take no more than their own time', async () => {
    const { clock, rows, store, handle } = world(['e1', 'e2'])
    store.fail(() => true)
    const start = clock.now()
    await handle(sqsEvent(rows.map((row) => noticeOf(row))), 600_000)
    expect(clock.now() - start).toBeLessThan(15_000)
  })
})

describe('who redrove is written down:', () => {
  const by = async (more: Parameters<typeof sqsRecord>[1], requestedBy?: string): Promise<unknown> => {
    const { rows, handle, item } = world(['e1'])
    const content = JSON.parse(noticeOf(only(rows))) as object
    expect(await handle({ Records: [sqsRecord(JSON.stringify({ ...content, requestedBy }), more)] })).toEqual(
      NONE,
    )
    return item(only(rows))['obRedrivenBy']
  }
  const attribute = (stringValue: string) => ({
    messageAttributes: { requestedBy: { stringValue, dataType: 'String' } },
  })

  it('whom the body names', async () => {
    expect(await by(attribute('bob'), 'alice')).toBe('alice')
  })

  it('whom the attribute names', async () => {
    expect(await by(attribute('bob'))).toBe('bob')
  })

  it('else the sender and the queue', async () => {
    expect(await by({})).toBe('AROAEXAMPLE:alice via sqs:redrive-queue')
    expect(await by(attribute('\u0007'))).toBe('AROAEXAMPLE:alice via sqs:redrive-queue')
  })

  it('else the queue', async () => {
    const { SenderId: _, ...attributes } = sqsRecord('').attributes
    expect(await by({ attributes: attributes as ReturnType<typeof sqsRecord>['attributes'] })).toBe(
      'sqs:redrive-queue',
    )
  })

  it('on one line, and not for ever', async () => {
    expect(await by({}, `a\nb\u0000${'👋'.repeat(1_000)}`)).toBe(`a b ${'👋'.repeat(252)}`)
  })
})
