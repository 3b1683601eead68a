import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../lib/local/events/pattern/compile-pattern.js'

interface Row {
  readonly pattern: unknown
  readonly event?: unknown
  readonly expected: boolean
}

const ec2 = {
  source: 'aws.ec2',
  'detail-type': 'EC2 Instance State-change Notification',
  resources: ['arn:aws:ec2:us-east-1:123456789012:instance/i-abcd1111', 'arn:two'],
  detail: { state: 'terminated', count: 5, nested: { deep: 'yes' } },
}

const people = {
  employees: [
    [
      { first: 'John', last: 'Doe', roles: [{ name: 'dev', level: 1 }] },
      {
        first: 'Anna',
        last: 'Smith',
        roles: [
          { name: 'dev', level: 2 },
          { name: 'ops', level: 1 },
        ],
      },
    ],
    [{ first: 'Peter', last: 'Jones' }],
  ],
}

describe('nesting', () => {
  it.each<Row>([
    { pattern: { source: ['aws.ec2'] }, event: ec2, expected: true },
    { pattern: { source: ['aws.ec2'], detail: { state: ['running'] } }, event: ec2, expected: false },
    { pattern: { detail: { state: ['running', 'terminated'] } }, event: ec2, expected: true },
    { pattern: { resources: ['arn:two', 'arn:three'] }, event: ec2, expected: true },
    { pattern: { resources: ['arn:three'] }, event: ec2, expected: false },
    { pattern: { Source: ['aws.ec2'] }, event: ec2, expected: false },
    { pattern: { detail: { 'nested.deep': ['yes'] } }, event: ec2, expected: true },
    {
      pattern: { detail: { state: { status: ['run'] } } },
      event: { detail: { 'state.status': 'run' } },
      expected: true,
    },
    { pattern: { detail: { nested: ['yes'] } }, event: ec2, expected: false },
    { pattern: { detail: { nested: { other: [{ exists: false }] } } }, event: ec2, expected: true },
    { pattern: { detail: { nested: { other: [{ 'anything-but': 'x' }] } } }, event: ec2, expected: false },
    { pattern: { constructor: [{ exists: true }] }, event: ec2, expected: false },
  ])('$pattern: $expected', ({ pattern, event, expected }) => {
    expect(compilePattern(pattern).matches(event)).toBe(expected)
  })
})

describe('arrays of objects', () => {
  it.each<Row>([
    { pattern: { employees: { first: ['Anna'] } }, expected: true },
    { pattern: { employees: { first: ['Anna'], last: ['Smith'] } }, expected: true },
    { pattern: { employees: { first: ['Anna'], last: ['Jones'] } }, expected: false },
    { pattern: { employees: { first: ['Anna'], last: ['Doe'] } }, expected: false },
    { pattern: { employees: { first: ['Anna'], roles: { name: ['ops'], level: [1] } } }, expected: true },
    { pattern: { employees: { first: ['Anna'], roles: { name: ['ops'], level: [2] } } }, expected: false },
    { pattern: { employees: { first: ['Peter'], roles: { name: ['dev'] } } }, expected: false },
  ])('$pattern: $expected', ({ pattern, expected }) => {
    expect(compilePattern(pattern).matches(people)).toBe(expected)
  })
})

describe('$or', () => {
  it.each<Row>([
    { pattern: { $or: [{ source: ['x'] }, { detail: { state: ['terminated'] } }] }, expected: true },
    { pattern: { $or: [{ source: ['x'] }, { detail: { state: ['running'] } }] }, expected: false },
    {
      pattern: { source: ['x'], $or: [{ detail: { count: [5] } }, { detail: { count: [6] } }] },
      expected: false,
    },
    {
      pattern: {
        source: ['aws.ec2'],
        detail: { $or: [{ count: [{ numeric: ['>', 9] }] }, { state: [{ exists: true }] }] },
      },
      expected: true,
    },
    {
      pattern: {
        $or: [
          { source: ['x'] },
          { source: ['aws.ec2'], $or: [{ detail: { count: [1] } }, { detail: { count: [5] } }] },
        ],
      },
      expected: true,
    },
    {
      pattern: {
        $or: [
          { source: ['aws.ec2'], detail: { count: [1] } },
          { source: ['x'], detail: { count: [5] } },
        ],
      },
      expected: false,
    },
    { pattern: { detail: { $or: [{ a: [{ exists: false }] }, { state: ['running'] }] } }, expected: true },
  ])('$pattern: $expected', ({ pattern, expected }) => {
    expect(compilePattern(pattern).matches(ec2)).toBe(expected)
  })

  it('is a field when it holds no list', () => {
    const pattern = compilePattern({ $or: { a: [1] } })
    expect(pattern.matches({ $or: { a: 1 } })).toBe(true)
    expect(pattern.matches({ a: 1 })).toBe(false)
  })

  it('joins with conditions on the same array', () => {
    const pattern = compilePattern({
      $or: [{ employees: { first: ['Anna'] } }, { x: [1] }],
      employees: { last: ['Jones'] },
    })
    expect(pattern.matches(people)).toBe(false)
    expect(pattern.matches({ ...people, x: 1 })).toBe(true)
  })
})
