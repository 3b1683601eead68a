import { marshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DEFAULT_KEYS, DEFAULT_TTL_ATTRIBUTE } from '../../lib/environment.js'
import { defineEvent } from '../../lib/event/define-event.js'
import { itemBytes } from '../../lib/store/item-bytes.js'
import { ATTRIBUTE } from '../../lib/store/layout.js'
import { newRow } from '../../lib/store/new-row.js'
import { TRANSITIONS } from '../../lib/store/transitions.js'

// A write unit is 1 KB, and a transactional write of 1,025 bytes costs four of them instead of two.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
const WRITE_UNIT = 1024

type Row = Readonly<Record<string, string | number>>

/**
 * "The size of an attribute is the length of its name (UTF-8) plus that of its value"; of a number, about one byte
 * per two significant digits plus one.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
function attributeBytes(name: string, value: string | number): number {
  const valueBytes =
    typeof value === 'string' ? Buffer.byteLength(value) : Math.ceil(String(value).length / 2) + 1
  return Buffer.byteLength(name) + valueBytes
}

function rowBytes(row: Row): number {
  return Object.entries(row).reduce((sum, [name, value]) => sum + attributeBytes(name, value), 0)
}

const orderPlaced = defineEvent('OrderPlaced', {
  version: 1,
  aggregateType: 'Order',
  schema: z.object({ text: z.string() }),
})

function bornRow(traceHeader?: string): Row {
  const event = orderPlaced.create({
    aggregateId: '0192f0c4-7c1e-7a3b-9d7e-0f5a4b2c1d3e',
    aggregateVersion: 12,
    correlationId: '0192f0c4-7c1e-7a3b-9d7e-0f5a4b2c1d3f',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    data: { text: 'x'.repeat(200 - '{"text":""}'.length) },
  })
  expect(Buffer.byteLength(event.dataText)).toBe(200)
  return newRow(
    event,
    { eventIndex: 0, eventCount: 1 },
    {
      keys: DEFAULT_KEYS,
      source: 'com.example.orders',
      region: 'ap-southeast-1',
      now: Date.parse('2026-11-30T12:00:00.000Z'),
      correlationId: event.correlationId ?? '',
      traceHeader,
    },
  )
}

/** The row after the transition `publish`, by the transition's own data. */
function published(born: Row): Row {
  const values = { publishedAt: '2026-11-30T12:00:01.000Z', expiresAt: 1_796_040_001 }
  const row: Record<string, string | number> = { ...born }
  for (const [attribute, operand] of Object.entries(TRANSITIONS.publish.set)) {
    const name = attribute === 'ttl' ? DEFAULT_TTL_ATTRIBUTE : ATTRIBUTE[attribute as keyof typeof ATTRIBUTE]
    row[name] = 'literal' in operand ? operand.literal : values[operand.parameter as keyof typeof values]
  }
  for (const removed of TRANSITIONS.publish.remove ?? [])
    if (removed !== 'ttl') delete row[ATTRIBUTE[removed]]
  return row
}

describe('a row with 200 bytes of data, a correlation id and a traceparent', () => {
  it('is one write unit when it is born and when it is PUBLISHED', () => {
    const born = bornRow()
    const marked = published(born)
    const bytesIn = (row: Row, name: string): string => {
      const value = row[name]
      return (value === undefined ? '' : String(attributeBytes(name, value))).padStart(10)
    }
    const lines = [...new Set([...Object.keys(born), ...Object.keys(marked)])].map(
      (name) => `${name.padEnd(16)}${bytesIn(born, name)}${bytesIn(marked, name)}`,
    )
    const total = `${'total'.padEnd(16)}${String(rowBytes(born)).padStart(10)}${String(rowBytes(marked)).padStart(10)}`
    console.log(
      [`${'attribute'.padEnd(16)}${'born'.padStart(10)}${'PUBLISHED'.padStart(10)}`, ...lines, total].join(
        '\n',
      ),
    )
    expect(rowBytes(born)).toBeLessThanOrEqual(WRITE_UNIT)
    expect(rowBytes(marked)).toBeLessThanOrEqual(WRITE_UNIT)
    // The write path counts as this test does.
    expect(itemBytes(marshall(born))).toBe(rowBytes(born))
    expect(itemBytes(marshall(marked))).toBe(rowBytes(marked))
  })

  it('is still one with the trace header of a Lambda function', () => {
    const header =
      'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:c7fd4d97:0'
    expect(rowBytes(bornRow(header))).toBeLessThanOrEqual(WRITE_UNIT)
    expect(rowBytes(published(bornRow(header)))).toBeLessThanOrEqual(WRITE_UNIT)
  })
})
