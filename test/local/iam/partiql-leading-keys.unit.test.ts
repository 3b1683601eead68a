import { describe, expect, it } from 'vitest'
import { parsePartiql } from '../../../lib/local/iam/requests/dynamodb/partiql-statement.js'

const keysOf = (statement: string, ...parameters: readonly unknown[]): readonly unknown[] =>
  parsePartiql(statement, parameters).valuesOf('pk')

const select = (conditions: string): string => `SELECT * FROM "mine" WHERE ${conditions}`

describe('conditions that items with any key can meet demand no key', () => {
  it.each([
    `NOT pk = 'me'`,
    `NOT (pk = 'me')`,
    `not pk IN ['me']`,
    `pk NOT IN ['me']`,
    `NOT a = 1 AND pk = 'me'`,
    `pk = 'me' AND NOT a = 1`,
    `(NOT (pk = 'me'))`,
    `pk = 'me' OR pk = 'other'`,
    `(pk = 'me' OR a = 1)`,
    `a = 1 garbage AND pk = 'me'`,
    `a BETWEEN 'a' AND pk = 'me'`,
    `pk = me`,
    `pk = "me"`,
    `pk = pk`,
    `pk = 'm' || 'e'`,
    `pk = 'me' = FALSE`,
    `pk.a = 'me'`,
    `pk[0] = 'me'`,
    `a.pk = 'me'`,
    `pk IN ['me', other]`,
    `f(pk = 'me')`,
    `pk <> 'me'`,
    `pk = 'me' LIMIT 1`,
    `(pk = 'me'`,
  ])('%s', (conditions) => {
    expect(keysOf(select(conditions))).toEqual([])
  })
})

describe('conditions that AND joins demand the key', () => {
  it.each([
    `pk = 'me'`,
    `(pk = 'me')`,
    `(a = 1 AND ('me' = pk)) AND contains(b, pk)`,
    `a IS NOT MISSING AND pk = 'me' AND b IS NULL`,
    `a BETWEEN 1 AND 2 AND pk = 'me'`,
    `a.b[0].c = [1, {'pk': 'other'}] AND size(a) > 2 AND pk = ? AND d = TRUE`,
    `pk = 'me' ORDER BY sk DESC`,
    `pk IN ('me') AND sk = '-- it''s'`,
  ])('%s', (conditions) => {
    expect(keysOf(select(conditions), { S: 'me' })).toEqual([{ S: 'me' }])
  })

  it('each of its values counts', () => {
    expect(keysOf(select(`pk = 'me' AND pk IN [?, 'x'] AND pk = 7`), { S: 'other' })).toEqual(
      ['me', 'other', 'x', '7'].map((S) => ({ S })),
    )
  })
})

describe('an INSERT has the key of its item', () => {
  it.each([
    `INSERT INTO "mine" VALUE {'m': {'pk':'me'}, 'pk':'other'}`,
    `INSERT INTO "mine" VALUE {'l': [{'pk':'me'}, 1], 'pk': ?}`,
  ])('%s', (statement) => {
    expect(keysOf(statement, { S: 'other' })).toEqual([{ S: 'other' }])
  })
})

describe('what an engine may read otherwise is refused', () => {
  it.each([
    `SELECT * FROM "mine" -- WHERE pk = 'me'`,
    `SELECT * FROM "mine" /* WHERE pk = 'me' */`,
    `SELECT * FROM "mine"; WHERE pk = 'me'`,
    `SELECT * FROM mine AS x WHERE pk = 'me'`,
    `SELECT * FROM mine-other WHERE pk = 'me'`,
    `SELECT * FROM mine, other WHERE pk = 'me'`,
    'SELECT * FROM mine WHERE a = `x` AND pk = 1',
    `SELECT * FROM mine WHERE pk = 'me`,
    `SELECT * FROM mine WHERE pk = 'me' AND returning = 1 OR pk = 'other'`,
    `SELECT * FROM mine WHERE where = 1 AND pk = 'me'`,
    `INSERT INTO "mine" VALUE {'pk': 'me', 'pk': 'other'}`,
    `INSERT INTO "mine" VALUE {"pk": 'other'}`,
    `INSERT INTO "mine" VALUE {pk: 'other'}`,
    `INSERT INTO "mine" VALUE {'pk': 'me'} , {'pk': 'other'}`,
    `INSERT INTO "mine" VALUE {'pk': 'me'`,
    `INSERT INTO "mine" VALUE ?`,
    `INSERT INTO "mine"`,
    `INSERT INTO "mine" VALUE {'pk': 'm' || 'e'}`,
  ])('%s', (statement) => {
    expect(() => keysOf(statement)).toThrow(expect.objectContaining({ code: 'ValidationException' }))
  })
})
