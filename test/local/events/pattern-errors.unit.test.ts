import { describe, expect, it } from 'vitest'
import { compilePattern, compilePatternText } from '../../../lib/local/events/pattern/compile-pattern.js'

const field = (...list: readonly unknown[]): unknown => ({ detail: { x: list } })

describe('a malformed pattern is refused with the reason that AWS gives', () => {
  it.each([
    [['a'], 'Filter is not an object'],
    [null, 'Filter is not an object'],
    [{}, 'Empty objects are not allowed'],
    [{ detail: {} }, 'Empty objects are not allowed'],
    [{ resources: [] }, 'Empty arrays are not allowed'],
    [{ string: 'my-value' }, '"string" must be an object or an array'],
    [{ int: 42 }, '"int" must be an object or an array'],
    [{ detail: { n: null } }, '"n" must be an object or an array'],
    [field([1]), 'Match value must be String, number, true, false, or null'],
    [field({}), 'Match expression name not found'],
    [field({ EXISTS: true }), 'Unrecognized match type EXISTS'],
    [field({ toString: true }), 'Unrecognized match type toString'],
    [field({ prefix: 'a', suffix: 'b' }), 'Only one key allowed in match expression'],
    [field({ prefix: 123 }), 'prefix match pattern must be a string'],
    [field({ prefix: ['a'] }), 'prefix match pattern must be a string'],
    [field({ suffix: 123 }), 'suffix match pattern must be a string'],
    [field({ 'equals-ignore-case': ['a'] }), 'equals-ignore-case match pattern must be a string'],
    [field({ wildcard: 123 }), 'wildcard match pattern must be a string'],
    [field({ wildcard: 'arn:**:x' }), 'Consecutive wildcard characters at pos 5'],
    [field({ wildcard: 'a\\b' }), 'Invalid escape character at pos 2'],
    [field({ wildcard: 'a\\' }), 'Invalid escape character at pos 2'],
    [field({ exists: 'true' }), 'exists match pattern must be either true or false.'],
    [field({ numeric: 5 }), 'Value of numeric must be an array.'],
    [field({ numeric: [5] }), 'Invalid member in numeric match: 5'],
    [field({ numeric: ['!=', 5] }), 'Unrecognized numeric range operator: !='],
    [field({ numeric: ['=', '5'] }), 'Value of equals must be numeric'],
    [field({ numeric: ['>', 0, '<'] }), 'Value of < must be numeric'],
    [field({ numeric: ['>', 0, '>', 0] }), 'Bad numeric range operator: >'],
    [field({ numeric: ['<', 5, '>', 0] }), 'Too many elements in numeric expression'],
    [field({ numeric: ['>', 0, '<', 5, 6] }), 'Too many terms in numeric range expression'],
    [field({ numeric: ['>', 5, '<', 5] }), 'Bottom must be less than top'],
    [field({ numeric: ['>', 6e9] }), 'Value must be between -5.0E9 and 5.0E9, inclusive'],
    [field({ cidr: ['10.0.0.0/8'] }), 'prefix match pattern must be a string'],
    [field({ cidr: '10.0.0.0' }), "Malformed CIDR, one '/' required"],
    [field({ cidr: '10.0.0.0/xx' }), 'Malformed CIDR, mask bits must be an integer'],
    [field({ cidr: '10.0.0.0/-1' }), 'Malformed CIDR, mask bits must not be negative'],
    [field({ cidr: '10.0.0.0/32' }), 'IPv4 mask bits must be < 32'],
    [field({ cidr: 'xx.11.xx/8' }), 'Nonstandard IP address: xx.11.xx'],
    [field({ cidr: 'xxxx:db8:1234:1a00::/64' }), 'Nonstandard IP address: xxxx:db8:1234:1a00::'],
    [
      field({ 'anything-but': true }),
      'Value of anything-but must be an array or single string/number value.',
    ],
    [
      field({ 'anything-but': [1, 'a'] }),
      'Inside anything but list, either all values are number or string, mixed type is not supported',
    ],
    [
      field({ 'anything-but': [] }),
      'Inside anything but list, either all values are number or string, mixed type is not supported',
    ],
    [field({ 'anything-but': [null] }), 'Inside anything but list, start|null|boolean is not supported.'],
    [field({ 'anything-but': { numeric: ['>', 1] } }), 'Unsupported anything-but pattern: numeric'],
    [field({ 'anything-but': { prefix: 123 } }), 'prefix/suffix match pattern must be a string'],
    [field({ 'anything-but': { suffix: [123, 'a'] } }), 'prefix/suffix match pattern must be a string'],
    [field({ 'anything-but': { prefix: '' } }), 'Null prefix/suffix not allowed'],
    [
      field({ 'anything-but': { prefix: { 'equals-ignore-case': 'a' } } }),
      'Value of anything-but must be an array or single string/number value.',
    ],
    [field({ 'anything-but': { wildcard: 123 } }), 'wildcard match pattern must be a string'],
    [
      field({ 'anything-but': { 'equals-ignore-case': [123] } }),
      'Inside anything-but/equals-ignore-case list, number|start|null|boolean is not supported.',
    ],
    [{ $or: [{ a: [1] }] }, 'Unrecognized match type a'],
    [{ $or: [{ prefix: ['a'] }, { b: [1] }] }, 'prefix match pattern must be a string'],
  ])('%j', (pattern, reason) => {
    expect(() => compilePattern(pattern)).toThrow(
      expect.objectContaining({
        code: 'InvalidEventPatternException',
        statusCode: 400,
        message: `Event pattern is not valid. Reason: ${reason}`,
      }),
    )
  })

  it.each(['this is no JSON', "{'bad': 'quotation'}", '{"not": closed', ''])('%s', (text) => {
    expect(() => compilePatternText(text)).toThrow(
      expect.objectContaining({ code: 'InvalidEventPatternException' }),
    )
  })
})

describe('too complex', () => {
  const TOO_COMPLEX =
    'Event pattern is not valid. Reason: Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character'

  it.each([
    // The example of the documentation, and its remedy.
    [[{ wildcard: '*:*:*:*:*:event-bus/*' }], [{ wildcard: 'arn:aws:events:*:*:event-bus/*' }]],
    [[{ wildcard: '*aaaaaaaaaaaa*' }], [{ wildcard: '*abcdefghijkl*' }]],
    [
      ['bif', 'tiff', 'tif', 'svs'].map((end) => ({ wildcard: `s3/*/x/*.${end}` })),
      ['bif', 'tiff'].map((end) => ({ wildcard: `s3/*/x/*.${end}` })),
    ],
    [
      [{ 'anything-but': { wildcard: ['*a*a*a*a*a*a*a*', 'b'] } }],
      [{ 'anything-but': { wildcard: ['*a*', 'b'] } }],
    ],
  ])('%j is, %j is not', (complex, simple) => {
    expect(() => compilePattern(field(...complex))).toThrow(TOO_COMPLEX)
    expect(() => compilePattern(field(...simple))).not.toThrow()
  })

  it('is judged at once, however many wildcards there are', () => {
    expect(() => compilePattern(field({ wildcard: `${'ab*'.repeat(500)}c` }))).toThrow(TOO_COMPLEX)
  })

  it('are more than 1000 combinations of $or', () => {
    const or = (name: string, count: number): unknown => ({
      $or: Array.from({ length: count }, (_, index) => ({ [name]: [index] })),
    })
    const pattern = (count: number): unknown => ({ a: or('x', 10), b: or('y', 10), c: or('z', count) })
    expect(() => compilePattern(pattern(10))).not.toThrow()
    expect(() => compilePattern(pattern(11))).toThrow(/more than 1000 combinations/)
  })
})

describe('numeric operators', () => {
  it('can be forbidden, for streams whose numbers are strings', () => {
    const pattern = field({ numeric: ['>', 1] })
    expect(() => compilePattern(pattern, { numeric: false })).toThrow(/numeric is not supported/)
    expect(compilePattern(pattern, { numeric: true }).matches({ detail: { x: 2 } })).toBe(true)
    expect(compilePattern(field('1'), { numeric: false }).matches({ detail: { x: '1' } })).toBe(true)
  })

  it('are forbidden inside $or, too', () => {
    const pattern = { $or: [{ a: ['x'] }, { a: [{ numeric: ['=', 1] }] }] }
    expect(() => compilePattern(pattern, { numeric: false })).toThrow(/numeric is not supported/)
  })
})

it('matches what a filter on a DynamoDB stream looks like', () => {
  const { matches } = compilePattern(
    { eventName: ['INSERT'], dynamodb: { NewImage: { obShard: { S: [{ prefix: 'P#us-east-1#' }] } } } },
    { numeric: false },
  )
  const record = (eventName: string, S: string): unknown => ({
    eventName,
    dynamodb: { NewImage: { obShard: { S } } },
  })
  expect(matches(record('INSERT', 'P#us-east-1#07'))).toBe(true)
  expect(matches(record('MODIFY', 'P#us-east-1#07'))).toBe(false)
  expect(matches(record('INSERT', 'S#us-east-1#07'))).toBe(false)
  expect(matches({ eventName: 'REMOVE', dynamodb: { Keys: {} } })).toBe(false)
})
