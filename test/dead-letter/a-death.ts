import type { Death } from '../../lib/dead-letter/notice.js'
import { makeRow } from '../delivery/make-row.js'

/** A dead event; `item` are the attributes of its row that differ from a usual one. */
export function aDeath(item: Readonly<Record<string, unknown>> = {}, death: Partial<Death> = {}): Death {
  return {
    row: makeRow({ aggregateId: 'a', id: 'e1', item }),
    diedAt: '2026-03-01T12:00:00.000Z#0badcafe',
    deaths: 1,
    attempts: 3,
    failedAt: '2026-03-01T11:00:00.000Z',
    errorCode: 'MalformedDetail',
    reason: 'MalformedDetail: Detail is malformed.',
    ...death,
  }
}
