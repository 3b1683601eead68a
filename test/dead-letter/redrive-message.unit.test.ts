import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notice } from '../../lib/dead-letter/notice.js'
import { readRedriveMessage } from '../../lib/dead-letter/redrive-message.js'
import { aDeath } from './a-death.js'

const TABLE = { tableName: 'shop-table', keys: { partitionKey: 'pk', sortKey: 'sk' } }
const NO_SORT_KEY = { tableName: 'shop-table', keys: { partitionKey: 'pk' } }
const DIED_AT = '2026-03-01T12:00:00.000Z#0badcafe'
const ROW = { partitionKey: 'OUTBOX#thing#a', sortKey: 'e1' }
const REQUEST = { key: { partition: 'OUTBOX#thing#a', sort: 'e1' }, diedAt: DIED_AT }

const read = (content: unknown, table: Parameters<typeof readRedriveMessage>[1] = TABLE) =>
  readRedriveMessage(JSON.stringify(content), table)

describe('a redrive is asked for by', () => {
  it.each([
    ['a notice', {}],
    ['a long notice without white space', { obDetail: JSON.stringify({ data: 'x'.repeat(300_000) }) }],
    ['a notice whose detail was left out', { obDetail: '\u0001'.repeat(390_000) }],
    ['a notice of an edited row', { obDetail: undefined, obType: 5 }],
  ])('%s, as it was sent', (_, item) => {
    const { body } = notice(aDeath(item), TABLE)
    expect(readRedriveMessage(body, TABLE)).toEqual({ kind: 'request', request: REQUEST })
  })

  it('a message with the key and the death alone', () => {
    expect(read({ row: ROW, diedAt: DIED_AT })).toEqual({ kind: 'request', request: REQUEST })
  })

  it('a message that also names the table and who asks', () => {
    expect(read({ row: { ...ROW, table: 'shop-table' }, diedAt: DIED_AT, requestedBy: 'alice' })).toEqual({
      kind: 'request',
      request: { ...REQUEST, requestedBy: 'alice' },
    })
  })

  it('a message without a sort key, where the table has none', () => {
    expect(read({ row: { partitionKey: 'OUTBOX#thing#a#e1' }, diedAt: DIED_AT }, NO_SORT_KEY)).toEqual({
      kind: 'request',
      request: { key: { partition: 'OUTBOX#thing#a#e1' }, diedAt: DIED_AT },
    })
  })
})

it('what the mapping says of records that it gave up is no redrive', () => {
  // https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
  const body = {
    requestContext: { requestId: '1', functionArn: 'arn:aws:lambda:eu-west-1:1:function:relay' },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: '2026-11-30T12:00:00.000Z',
    DDBStreamBatchInfo: {
      shardId: 'shardId-1',
      startSequenceNumber: '1',
      endSequenceNumber: '2',
      batchSize: 2,
    },
  }
  expect(read(body)).toEqual({ kind: 'notDead' })
})

describe('is unreadable, and told why, without a word of its content:', () => {
  const SECRET = 'SECRET-4711'
  const good = { row: ROW, diedAt: DIED_AT }
  const ofNotice = { ...good, notice: 'outbox-dead-letter', version: 1 }

  it.each([
    ['no JSON', `{"row": ${SECRET}`, 'the message to be a JSON object'],
    ['an array', [SECRET], 'the message to be a JSON object'],
    ['null', null, 'the message to be a JSON object'],
    ['empty', {}, '`row` to be an object'],
    [
      'another field beside',
      { ...good, died: SECRET },
      '`row`, `diedAt` and `requestedBy` only, got an object',
    ],
    ['another notice', { ...ofNotice, notice: SECRET }, '`notice` to be `outbox-dead-letter`, got a text'],
    ['a later version', { ...ofNotice, version: 2 }, '`version` to be 1, got a number'],
    ['a row that is none', { ...good, row: SECRET }, '`row` to be an object, got a text of 11 characters'],
    [
      'no partition key',
      { ...good, row: { sortKey: SECRET } },
      '`row.partitionKey` to be a text of 1 to 2048',
    ],
    [
      'a partition key that is too long',
      { ...good, row: { ...ROW, partitionKey: `OUTBOX#thing#${'é'.repeat(1_020)}` } },
      '`row.partitionKey` to be a text of 1 to 2048 bytes, got a text of 1033',
    ],
    [
      'the key of an aggregate',
      { ...good, row: { ...ROW, partitionKey: `ORDER#${SECRET}` } },
      'of an outbox row',
    ],
    [
      'no sort key',
      { ...good, row: { partitionKey: ROW.partitionKey } },
      '`row.sortKey` to be a text of 1 to',
    ],
    [
      'an empty sort key',
      { ...good, row: { ...ROW, sortKey: '' } },
      '`row.sortKey` to be a text of 1 to 1024',
    ],
    [
      'a sort key that is too long',
      { ...good, row: { ...ROW, sortKey: 'x'.repeat(1_025) } },
      '`row.sortKey`',
    ],
    ['no death', { row: ROW }, "`diedAt` to be the row's whole `obDiedAt`"],
    ['a time without its end', { row: ROW, diedAt: DIED_AT.slice(0, 24) }, '`diedAt`'],
    ['a death of another type', { row: ROW, diedAt: [SECRET] }, '`diedAt` .*, got an array'],
    ['nobody who asks', { ...good, requestedBy: ' ' }, '`requestedBy` to be a text that is not empty'],
    ['somebody of another type', { ...good, requestedBy: { SECRET } }, '`requestedBy` .*, got an object'],
    [
      'another table',
      { ...ofNotice, row: { ...ROW, table: 'other-table' } },
      '`row.table` to be `shop-table`, the table of this queue, got `other-table`',
    ],
    [
      'a table that is none',
      { ...good, row: { ...ROW, table: `${SECRET} {` } },
      '`row.table` .*, got a text',
    ],
  ])('%s', (_, content, fault) => {
    const message = typeof content === 'string' ? readRedriveMessage(content, TABLE) : read(content)
    expect(message).toEqual({ kind: 'unreadable', fault: expect.stringMatching(fault) })
    expect(JSON.stringify(message)).not.toMatch(SECRET)
  })

  it('a sort key, where the table has none', () => {
    expect(read(good, NO_SORT_KEY)).toEqual({
      kind: 'unreadable',
      fault: 'Expected `row.sortKey` to be absent: the table has no sort key, got a text of 2 characters',
    })
  })

  it('anything at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 3 })), (body) => {
        expect(readRedriveMessage(body, TABLE)).toMatchObject({ kind: 'unreadable' })
      }),
    )
  })
})
