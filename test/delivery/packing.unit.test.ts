import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallLimits, type Lane, packLanes, takeCall } from '../../lib/delivery/lane.js'
import { aggregateKey, type PendingRow } from '../../lib/delivery/pending-row.js'
import { entryBytes } from '../../lib/event/entry-bytes.js'
import { deliver } from './deliver.js'
import { idOf, makeRow, makeRows } from './make-row.js'
import { ACCEPTED, each } from './scripted-destination.js'

const MAX_BYTES = 1_000

/** Rows in the order of a batch: which aggregate, and how many bytes. */
const batches = fc.array(
  fc.record({
    aggregateId: fc.constantFrom(...'abcdefghijklmno'),
    bytes: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 50 }) },
      { weight: 5, arbitrary: fc.constantFrom(MAX_BYTES / 2, MAX_BYTES / 4) },
      { weight: 1, arbitrary: fc.constantFrom(MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 2 * MAX_BYTES) },
    ),
  }),
  { maxLength: 120 },
)

interface Packed {
  readonly rows: readonly PendingRow[]
  readonly lanes: readonly (readonly (readonly PendingRow[])[])[]
  readonly limits: CallLimits
}

function pack(batch: readonly { aggregateId: string; bytes: number }[], strictOrder: boolean): Packed {
  const bytes = new Map<PendingRow, number>()
  const queues = new Map<string, PendingRow[]>()
  const rows = batch.map(({ aggregateId, bytes: size }, index) => {
    const row = makeRow({ aggregateId, id: String(index).padStart(4, '0') })
    bytes.set(row, size)
    queues.set(aggregateId, [...(queues.get(aggregateId) ?? []), row])
    return row
  })
  const limits: CallLimits = {
    maxEntries: 10,
    maxBytes: MAX_BYTES,
    bytesOf: (row) => bytes.get(row) ?? 0,
    strictOrder,
  }
  const lanes = packLanes([...queues.values()], limits).map((lane) => callsOf(lane, limits))
  return { rows, lanes, limits }
}

function callsOf(lane: Lane, limits: CallLimits): PendingRow[][] {
  const calls: PendingRow[][] = []
  while (lane.some((queue) => queue.length > 0)) calls.push(takeCall(lane, limits))
  return calls
}

describe.each([{ strictOrder: false }, { strictOrder: true }])('packing with %j', ({ strictOrder }) => {
  it('puts every row into exactly one call, within the limits, and each aggregate in order in one lane', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { rows, lanes, limits } = pack(batch, strictOrder)
        const calls = lanes.flat()
        expect(calls.flat().length).toBe(rows.length)
        expect(new Set(calls.flat())).toEqual(new Set(rows))

        for (const call of calls) {
          expect(call.length).toBeGreaterThan(0)
          expect(call.length).toBeLessThanOrEqual(10)
          const bytes = call.reduce((sum, row) => sum + limits.bytesOf(row), 0)
          if (call.length > 1) expect(bytes).toBeLessThan(MAX_BYTES)
          if (strictOrder) expect(new Set(call.map(aggregateKey)).size).toBe(call.length)
        }

        const laneOf = new Map<string, number>()
        for (const [lane, own] of lanes.entries()) {
          const lastId = new Map<string, string>()
          for (const row of own.flat()) {
            const key = aggregateKey(row)
            expect(laneOf.get(key) ?? lane).toBe(lane)
            laneOf.set(key, lane)
            expect(row.identity.eventId > (lastId.get(key) ?? '')).toBe(true)
            lastId.set(key, row.identity.eventId)
          }
        }
      }),
    )
  })
})

describe('packing', () => {
  it('lets nobody share with an aggregate that needs several calls', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const { lanes } = pack(batch, false)
        for (const lane of lanes)
          if (lane.length > 1) expect(new Set(lane.flat().map(aggregateKey)).size).toBe(1)
      }),
    )
  })

  it('opens another lane for an aggregate whose events do not all fit into the call', () => {
    const batch = [...'aaaaaabbbbbb'].map((aggregateId) => ({ aggregateId, bytes: 1 }))
    expect(pack(batch, false).lanes.map((lane) => lane.map((call) => call.length))).toEqual([[6], [6]])
  })

  it('needs ten calls for a hundred aggregates of one event', () => {
    const batch = Array.from({ length: 100 }, (_, index) => ({ aggregateId: `a${index}`, bytes: 1 }))
    expect(pack(batch, false).lanes.map((lane) => lane.map((call) => call.length))).toEqual(
      Array.from({ length: 10 }, () => [10]),
    )
    expect(pack(batch, true).lanes.flat()).toHaveLength(10)
  })

  it('needs ten calls, one after the other, for a hundred events of one aggregate', () => {
    const batch = Array.from({ length: 100 }, () => ({ aggregateId: 'a', bytes: 1 }))
    expect(pack(batch, false).lanes.map((lane) => lane.map((call) => call.length))).toEqual([
      Array.from({ length: 10 }, () => 10),
    ])
  })

  it.each([
    { aggregates: 'abcdefghij', what: 'ten aggregates' },
    { aggregates: 'aaaaaaaaaa', what: 'one aggregate' },
    { aggregates: 'aaabbbcccc', what: 'three aggregates' },
  ])('keeps ten events of 99 KB of $what below 1,000,000 bytes a call', async ({ aggregates }) => {
    const detail = (of: number): string => {
      const empty = JSON.stringify({ metadata: { eventId: `e${of}` }, data: '' })
      return JSON.stringify({ metadata: { eventId: `e${of}` }, data: 'x'.repeat(99 * 1024 - empty.length) })
    }
    const rows = [...aggregates].map((aggregateId, index) =>
      makeRow({ aggregateId, id: `e${index}`, item: { obDetail: detail(index) } }),
    )
    const { kinds, destination } = await deliver(rows, { answer: each(() => ACCEPTED) })
    const sizes = destination.calls.map((call) => call.reduce((sum, event) => sum + entryBytes(event), 0))
    expect(Math.max(...sizes)).toBeLessThan(1_000_000)
    expect(destination.calls.length).toBeGreaterThan(1)
    expect(Object.values(kinds)).toEqual(rows.map(() => 'published'))
  })

  it.each([
    ['two aggregates', 'b'],
    ['one aggregate', 'a'],
  ])('counts bytes, not characters, and stays below the limit: %s', async (_, aggregateId) => {
    const item = (bytes: number): { obDetail: string } => {
      const empty = Buffer.byteLength(JSON.stringify({ metadata: { eventId: 'x' }, data: 'é' }))
      return {
        obDetail: JSON.stringify({ metadata: { eventId: 'x' }, data: `é${'x'.repeat(bytes - empty)}` }),
      }
    }
    // 14 for the time, 4 for the source, 13 for the type.
    const around = 500_000 - 31
    const together = async (second: number): Promise<number> => {
      const rows = [
        makeRow({ aggregateId: 'a', id: '1', item: item(around) }),
        makeRow({ aggregateId, id: '2', item: item(second) }),
      ]
      return (await deliver(rows, { answer: each(() => ACCEPTED) })).destination.calls.length
    }
    expect(await together(around - 1)).toBe(1)
    expect(await together(around)).toBe(2)
  })

  it('sends the events of an aggregate in the order given, whatever is between them', async () => {
    const rows = makeRows('abcabcabcaaaaaaaaaaaaa')
    const { destination } = await deliver(rows, { answer: each(() => ACCEPTED) })
    const ofA = destination.accepted.map(idOf).filter((id) => id.startsWith('a'))
    expect(ofA).toEqual(rows.map(({ identity }) => identity.eventId).filter((id) => id.startsWith('a')))
  })
})
