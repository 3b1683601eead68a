import { expect, it } from 'vitest'
import { archivedLine } from '../../lib/archive/archived-line.js'

const IDENTITY = { eventId: 'e1', aggregateType: 'Thing', aggregateId: '1' }

it('of a row that somebody edited holds what there is, whatever it is', () => {
  const row = {
    obDetail: new Set(['a', 'b']),
    obType: 12345678901234567890n,
    obSource: null,
    obDeaths: { a: 1 },
  }
  expect(JSON.parse(archivedLine(row, IDENTITY))).toEqual({
    ...IDENTITY,
    detail: ['a', 'b'],
    eventType: '12345678901234567890',
    source: null,
    deaths: { a: 1 },
  })
})

it('is one line, whatever is in the detail', () => {
  const detail = '{"data":"line\\nbreak\u2028"}'
  const line = archivedLine({ obDetail: detail }, IDENTITY)
  expect(line.split('\n')).toHaveLength(2)
  expect(JSON.parse(line)).toMatchObject({ detail })
})
