import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../lib/event/define-event.js'
import type { OutboxEvent } from '../../lib/event/outbox-event.js'
import type { TransactItem } from '../../lib/outbox/action.js'
import { anythingGoes } from '../event/anything-goes.js'
import { mockedOutbox } from './mocked-outbox.js'

const orderPlaced = defineEvent('OrderPlaced', { version: 1, aggregateType: 'Order', schema: z.any() })

function metadata(item: TransactItem | undefined): Record<string, unknown> {
  return JSON.parse(String(item?.Put?.Item?.['obDetail'])).metadata
}

function positions(items: readonly TransactItem[]): unknown[] {
  return items
    .map(metadata)
    .map(({ aggregateType, aggregateId, eventIndex, eventCount }) => [
      `${aggregateType}#${aggregateId}`,
      eventIndex,
      eventCount,
    ])
}

// Two aggregates of one type, and one of another type with the same id, interleaved.
function interleaved(): OutboxEvent[] {
  return [
    anythingGoes.create({ aggregateId: '1', data: {} }),
    anythingGoes.create({ aggregateId: '2', data: {} }),
    orderPlaced.create({ aggregateId: '1', data: {} }),
    anythingGoes.create({ aggregateId: '1', data: {} }),
    anythingGoes.create({ aggregateId: '1', data: {} }),
  ]
}

const numbered = [
  ['Thing#1', 0, 3],
  ['Thing#2', 0, 1],
  ['Order#1', 0, 1],
  ['Thing#1', 1, 3],
  ['Thing#1', 2, 3],
]

describe('the events of a transaction', () => {
  it('are numbered per aggregate over the whole transaction, whoever adds them', async () => {
    const { outbox, requests } = mockedOutbox()
    const [first, ...others] = interleaved()
    await outbox.transact((tx) => {
      tx.publish(...(first === undefined ? [] : [first]))
      tx.put({ Item: { pk: 'a', sk: 'b' } })
      for (const event of others) outbox.enqueue(event)
    })
    const items = requests()[0]?.items ?? []
    // The caller's actions come first, in their order: `details.action` counts by them.
    expect(items[0]?.Put?.Item).toEqual({ pk: 'a', sk: 'b' })
    expect(positions(items.slice(1))).toEqual(numbered)
  })

  it('are numbered in the same way in a batch', async () => {
    const { outbox } = mockedOutbox()
    const batch = outbox.batch()
    for (const event of interleaved()) batch.add(event)
    expect(positions(await batch.items())).toEqual(numbered)
  })

  it('share the correlation id of the first event, unless they have their own', async () => {
    const { outbox } = mockedOutbox()
    const first = anythingGoes.create({ aggregateId: '1', data: {} })
    const second = anythingGoes.create({ aggregateId: '2', data: {} })
    const own = anythingGoes.create({ aggregateId: '3', data: {}, correlationId: 'chain' })
    const items = await outbox.batch().add(first, second, own).items()
    expect(items.map((item) => metadata(item)['correlationId'])).toEqual([
      first.eventId,
      first.eventId,
      'chain',
    ])
  })

  it('continue the chain of the first event', async () => {
    const { outbox } = mockedOutbox()
    const first = anythingGoes.create({ aggregateId: '1', data: {}, correlationId: 'chain' })
    const second = anythingGoes.create({ aggregateId: '2', data: {} })
    const items = await outbox.batch().add(first, second).items()
    expect(items.map((item) => metadata(item)['correlationId'])).toEqual(['chain', 'chain'])
  })

  it('carry the time of writing as their fence, by the clock that was given', async () => {
    const { outbox } = mockedOutbox()
    const [put] = await outbox
      .batch()
      .add(anythingGoes.create({ aggregateId: '1', data: {} }))
      .items()
    expect(put?.Put.Item?.['obDue']).toMatch(/^2026-11-30T12:00:00\.000Z#[0-9a-f]{8}$/)
  })
})

describe('the X-Ray header of the writer', () => {
  const header = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1'

  async function traceOf(traceHeader?: () => string | undefined): Promise<unknown> {
    const { outbox } = mockedOutbox({ traceHeader })
    const [put] = await outbox
      .batch()
      .add(anythingGoes.create({ aggregateId: '1', data: {} }))
      .items()
    return put?.Put.Item?.['obTrace']
  }

  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('travels with the row: from the variable that Lambda sets, or from where the caller says', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', header)
    expect(await traceOf()).toBe(header)
    expect(await traceOf(() => `${header};Self=1-0`)).toBe(`${header};Self=1-0`)
  })

  it('is left out where it is malformed or absent, and the event goes on', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=broken')
    expect(await traceOf()).toBeUndefined()
    expect(await traceOf(() => undefined)).toBeUndefined()
    expect(await traceOf(() => 'nonsense')).toBeUndefined()
  })
})
