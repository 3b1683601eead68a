import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../lib/local/events/pattern/compile-pattern.js'

/** The operators' page: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */
interface Row {
  /** The list that a pattern has at `detail.x`. */
  readonly list: readonly unknown[]
  /** Values of `detail.x` that match. */
  readonly matches: readonly unknown[]
  readonly fails: readonly unknown[]
}

/** `undefined` stands for an event without the field. */
const absent = undefined

const rows: Readonly<Record<string, readonly Row[]>> = {
  exact: [
    { list: ['a', 'b'], matches: ['a', 'b', ['c', 'b']], fails: ['A', '', null, 1, [], ['c'], absent] },
    { list: [1], matches: [1, 1.0, 1, [0, 1]], fails: ['1', 1.5, true, null, absent] },
    { list: [3.018e2], matches: [301.8], fails: [301, '301.8'] },
    { list: [true], matches: [true], fails: [false, 'true', 1, absent] },
    { list: [null], matches: [null, [null]], fails: ['', 0, false, [], 'null', absent] },
    { list: [''], matches: [''], fails: [null, ' ', [], absent] },
  ],
  prefix: [
    {
      list: [{ prefix: 'abc' }],
      matches: ['abc', 'abcd', ['x', 'abcd']],
      fails: ['ab', 'xabc', 1, null, absent],
    },
    { list: [{ prefix: { 'equals-ignore-case': 'AbC' } }], matches: ['ABCd', 'abc'], fails: ['xabc', 5] },
  ],
  suffix: [
    { list: [{ suffix: '.png' }], matches: ['a.png', '.png'], fails: ['a.PNG', 'a.pngx', 1, null, absent] },
    { list: [{ suffix: { 'equals-ignore-case': '.Png' } }], matches: ['a.PNG', 'a.png'], fails: ['a.jpg'] },
  ],
  'equals-ignore-case': [
    {
      list: [{ 'equals-ignore-case': 'Alice' }],
      matches: ['alice', 'ALICE'],
      fails: ['alic', 1, null, absent],
    },
    { list: [{ 'equals-ignore-case': '' }], matches: [''], fails: ['a', null, absent] },
  ],
  'anything-but': [
    {
      list: [{ 'anything-but': 'init' }],
      matches: ['run', 1, null, true, ['init', 'run']],
      fails: ['init', ['init'], [], absent],
    },
    { list: [{ 'anything-but': 123 }], matches: [124, '123', null], fails: [123, 123.0, absent] },
    { list: [{ 'anything-but': 0 }], matches: [1, 'a'], fails: [0, absent] },
    {
      list: [{ 'anything-but': ['stopped', 'overloaded'] }],
      matches: ['ok', 7, null],
      fails: ['stopped', 'overloaded', absent],
    },
    { list: [{ 'anything-but': [100, 200] }], matches: [300, '100'], fails: [100, 200, absent] },
    {
      list: [{ 'anything-but': { prefix: 'init' } }],
      matches: ['run', 12, null],
      fails: ['initializing', absent],
    },
    {
      list: [{ 'anything-but': { prefix: ['init', 'stop'] } }],
      matches: ['run', null],
      fails: ['initial', 'stopped', absent],
    },
    { list: [{ 'anything-but': { suffix: '.txt' } }], matches: ['a.png', 1], fails: ['a.txt', absent] },
    {
      list: [{ 'anything-but': { suffix: ['.txt', '.rtf'] } }],
      matches: ['a.png'],
      fails: ['a.txt', 'b.rtf'],
    },
    {
      list: [{ 'anything-but': { 'equals-ignore-case': 'Init' } }],
      matches: ['run', null],
      fails: ['INIT', 'init', absent],
    },
    { list: [{ 'anything-but': { 'equals-ignore-case': ['a', 'b'] } }], matches: ['c'], fails: ['A', 'B'] },
    {
      list: [{ 'anything-but': { wildcard: '*/lib/*' } }],
      matches: ['/bin/x', 9],
      fails: ['/usr/lib/x', absent],
    },
    {
      list: [{ 'anything-but': { wildcard: ['*/lib/*', '*/bin/*'] } }],
      matches: ['/etc/x'],
      fails: ['/lib/x', '/bin/x'],
    },
  ],
  numeric: [
    { list: [{ numeric: ['=', 5] }], matches: [5, 5.0], fails: [4, '5', null, absent] },
    { list: [{ numeric: ['<', 10] }], matches: [9.99, -5e9], fails: [10, 11, '9'] },
    { list: [{ numeric: ['<=', 10] }], matches: [10], fails: [10.1] },
    { list: [{ numeric: ['>', 0] }], matches: [0.000001], fails: [0, -1] },
    { list: [{ numeric: ['>=', 0] }], matches: [0, 5e9], fails: [-0.1, 5.1e9] },
    { list: [{ numeric: ['>', 0, '<=', 5] }], matches: [1, 5], fails: [0, 5.01, '3'] },
    { list: [{ numeric: ['>=', 0, '<', 5] }], matches: [0, 4.9], fails: [5, -1, [], ['3']] },
  ],
  cidr: [
    {
      list: [{ cidr: '10.0.0.0/24' }],
      matches: ['10.0.0.1', '10.0.0.255', ['1.1.1.1', '10.0.0.7']],
      fails: ['10.0.1.0', '::1', 'x', 10, absent],
    },
    { list: [{ cidr: '0.0.0.0/0' }], matches: ['255.1.2.3'], fails: ['::1'] },
    {
      list: [{ cidr: '2001:db8:1234:1a00::/64' }],
      matches: ['2001:0db8:1234:1a00::1'],
      fails: ['2001:db8:1234:1a01::1', '10.0.0.1'],
    },
  ],
  exists: [
    { list: [{ exists: true }], matches: ['', 0, null, false, ['a']], fails: [absent, [], { leaf: 1 }, {}] },
    { list: [{ exists: false }], matches: [absent, [], { leaf: 1 }], fails: [null, '', 0, ['a']] },
    { list: [{ exists: false }, 'a'], matches: [absent, 'a'], fails: ['b', null] },
  ],
  wildcard: [
    {
      list: [{ wildcard: 'dir/*.png' }],
      matches: ['dir/a.png', 'dir/.png', 'dir/x/y.png'],
      fails: ['dir/a.jpg', 'adir/a.png', 1, null, absent],
    },
    { list: [{ wildcard: '*' }], matches: ['', 'x'], fails: [1, absent] },
    { list: [{ wildcard: 'a*a' }], matches: ['aa', 'aba'], fails: ['a', 'ab'] },
    { list: [{ wildcard: '*ab*ab*' }], matches: ['abab', 'xabyabz'], fails: ['ab', 'aab'] },
    { list: [{ wildcard: 'a\\*b\\\\c' }], matches: ['a*b\\c'], fails: ['axb\\c', 'a*bxc'] },
    { list: [{ wildcard: 'plain' }], matches: ['plain'], fails: ['plainer'] },
  ],
  'several elements': [
    { list: ['a', { prefix: 'b' }, { numeric: ['>', 3] }], matches: ['a', 'bc', 4], fails: ['c', 3, absent] },
  ],
}

describe.each(Object.entries(rows))('%s', (_operator, table) => {
  it.each(table)('$list', ({ list, matches, fails }) => {
    const pattern = compilePattern({ detail: { x: list } })
    for (const x of matches) expect([x, pattern.matches({ detail: { x } })]).toEqual([x, true])
    for (const x of fails) expect([x, pattern.matches({ detail: { x } })]).toEqual([x, false])
  })
})

it('takes time that grows with the text only, however many wildcards there are', () => {
  const pattern = compilePattern({ x: [{ wildcard: `*${'ab*'.repeat(4)}c` }] })
  expect(pattern.matches({ x: 'ab'.repeat(200_000) })).toBe(false)
})
