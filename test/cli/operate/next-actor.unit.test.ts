import { describe, expect, it } from 'vitest'
import type { SelectedRow } from '../../../lib/cli/operate/selected-row.js'
import { nextActor } from '../../../lib/cli/operate/show/next-actor.js'

const DUE = '2026-03-01T12:00:00.000Z#0badcafe'
const AT = '2026-03-01T12:00:00.000Z'

function next(
  row: Partial<SelectedRow>,
  more: { readonly claims?: number; readonly expiresAt?: number } = {},
  environment: Readonly<Record<string, string>> = { OUTBOX_GRACE_SECONDS: '900' },
) {
  return nextActor(
    {
      key: { partition: 'OUTBOX#Order#1', sort: 'e' },
      identity: { aggregateType: 'Order', aggregateId: '1', eventId: 'e' },
      status: 'PENDING',
      attempts: 0,
      due: DUE,
      ...row,
    },
    {
      outbox: {
        name: 'outbox',
        tableName: 'table',
        keys: { partitionKey: 'pk' },
        ttlAttribute: 'expiresAt',
        environment,
      },
      region: 'us-east-1',
      claims: 0,
      ...more,
    },
  )
}

describe('nextActor', () => {
  it.each([
    ['P#us-east-1#00', 'the relay; the sweeper takes it over', '2026-03-01T12:15:00.000Z'],
    ['S#us-east-1#00', 'the sweeper, when it is due', AT],
    ['R#us-east-1#00', 'the sweeper, when it is due', AT],
    ['R#eu-west-1#00', 'the sweeper of eu-west-1, when it is due', AT],
    ['N#us-east-1#00', 'the sweeper: it owes the notice to the dead-letter queue', null],
    ['D#us-east-1#00', 'people: mend the cause, then outbox redrive e', null],
    ['A#us-east-1#00', 'the sweeper: it archives the row', AT],
    ['X#us-east-1#00', 'nobody: somebody edited the row; see `outbox doctor`', null],
  ])('of %s', (shard, who, at) => {
    expect(next({ shard })).toEqual({ who, at })
  })

  it('tells a claim that is under way, and does not guess a grace', () => {
    expect(next({ shard: 'R#us-east-1#00' }, { claims: 2 }).who).toBe(
      'the sweeper: it was taken 2 times without an outcome, held until',
    )
    expect(next({ shard: 'P#us-east-1#00' }, {}, {}).at).toBeNull()
    expect(next({ shard: 'S#us-east-1#00', due: 'broken' }).at).toBeNull()
  })

  it('of a row that has left the index', () => {
    const status = 'PUBLISHED'
    expect(next({ status }, { expiresAt: Date.parse(AT) })).toEqual({
      who: 'nobody: it is done, and DynamoDB deletes it',
      at: AT,
    })
    expect(next({ status }).who).toBe('nobody: it has no time to live')
    expect(next({}).who).toBe('nobody: the row is not in the index; see `outbox doctor`')
  })
})
