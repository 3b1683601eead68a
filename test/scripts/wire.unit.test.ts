import { marshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, it } from 'vitest'
import { notice } from '../../lib/dead-letter/notice.js'
import { DEFAULT_KEYS } from '../../lib/environment.js'
import { newRow } from '../../lib/store/new-row.js'
import { type TransitionValues, transitionStatement } from '../../lib/store/transition-statement.js'
import { TRANSITIONS, type TransitionName } from '../../lib/store/transitions.js'
import {
  committedEvents,
  eventIdOf,
  markedEvents,
  noticedEvent,
  sentEvents,
} from '../../scripts/chaos/wire.js'
import { aDeath } from '../dead-letter/a-death.js'
import { thingHappened } from '../guarantees/thing-happened.js'

// The witness reads what the product writes: when that changes, it must be told here, not by a bound that is too wide.

const VALUES: TransitionValues = {
  seenDue: 'a',
  newDue: 'b',
  newShard: 'c',
  publishedAt: 'd',
  expiresAt: 1,
  diedAt: 'e',
  deaths: 1,
  attempts: 1,
  failedAt: 'f',
  error: 'g',
  claims: 1,
  redrivenAt: 'h',
  redrivenBy: 'i',
}
const LAYOUT = { tableName: 'Table', keys: DEFAULT_KEYS, ttlAttribute: 'expiresAt' }

function onTheWire(transition: TransitionName, eventId: string): Readonly<Record<string, unknown>> {
  const key = { partition: 'OUTBOX#Thing#1', sort: eventId }
  const { Statement, Parameters } = transitionStatement(TRANSITIONS[transition], key, VALUES, LAYOUT)
  return { Statement, Parameters: Parameters.map((value) => marshall({ value })['value']) }
}

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

describe('what the witness reads', () => {
  it('a row in a transaction is a committed event', () => {
    const event = thingHappened.create({ aggregateId: '1', aggregateVersion: 3, data: { text: 'x' } })
    const origin = { keys: DEFAULT_KEYS, source: 's', region: 'r', now: 0, correlationId: 'c' }
    const row = newRow(event, { eventIndex: 0, eventCount: 1 }, origin)
    const items = [
      { Put: { Item: marshall({ pk: 'THING#1', sk: 'THING' }) } },
      { Put: { Item: marshall(row) } },
    ]
    expect(committedEvents({ TransactItems: [...items, { ConditionCheck: {} }] })).toEqual([
      [event.eventId, { aggregate: 'OUTBOX#Thing#1', detail: row['obDetail'], sequence: row['obSeq'] }],
    ])
    expect(eventIdOf(row['obDetail'] ?? '')).toBe(event.eventId)
  })

  it('the mark of a published event is known among all other steps', () => {
    const marks: readonly TransitionName[] = ['publish', 'publishForArchive']
    const others = (Object.keys(TRANSITIONS) as TransitionName[]).filter((name) => !marks.includes(name))
    const Statements = [
      ...others.filter((name) => name !== 'redrive').map((name) => onTheWire(name, name)),
      ...marks.map((name) => onTheWire(name, name)),
    ]
    expect(markedEvents({ Statements })).toEqual(marks)
  })

  it('a mark counts when the table took it or had it already', () => {
    const Statements = ['a', 'b', 'c'].map((eventId) => onTheWire('publish', eventId))
    const Responses = [
      {},
      { Error: { Code: 'ConditionalCheckFailed' } },
      { Error: { Code: 'TransactionConflict' } },
    ]
    expect(markedEvents({ Statements }, bytes({ Responses }))).toEqual(['a', 'b'])
  })

  it('an entry counts when EventBridge took it, and a heartbeat is no event', () => {
    const entry = (eventId: string): object => ({ Detail: JSON.stringify({ metadata: { eventId } }) })
    const Entries = [entry('a'), entry('b'), { Detail: '{}' }]
    const answer = { Entries: [{ EventId: '1' }, { ErrorCode: 'InternalFailure' }, { EventId: '2' }] }
    expect(sentEvents({ Entries }, bytes(answer))).toEqual(['a'])
  })

  it('a notice tells its event, and what the mapping says of records is no notice', () => {
    const death = aDeath()
    expect(noticedEvent(notice(death, { tableName: 'Table' }).body)).toBe(death.row.identity.eventId)
    expect(noticedEvent('{"DDBStreamBatchInfo":{}}')).toBeUndefined()
  })
})
