import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../lib/local/events/pattern/compile-pattern.js'

/** An example of AWS's documentation: the pattern as it stands there, with events that it does and does not match. */
interface Example {
  readonly pattern: unknown
  readonly matches: readonly unknown[]
  readonly fails: readonly unknown[]
}

const UG = 'https://docs.aws.amazon.com/eventbridge/latest/userguide'
const OPERATORS = `${UG}/eb-create-pattern-operators.html`
const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg'

const detail = (members: unknown): unknown => ({ detail: members })
const EC2 = {
  version: '0',
  id: '6a7e8feb-b491-4cf7-a9f1-bf3703467718',
  'detail-type': 'EC2 Instance State-change Notification',
  source: 'aws.ec2',
  account: '111122223333',
  time: '2017-12-22T18:43:48Z',
  region: 'us-west-1',
  resources: ['arn:aws:ec2:us-west-1:123456789012:instance/i-1234567890abcdef0'],
  detail: { 'instance-id': 'i-1234567890abcdef0', state: 'terminated' },
}

const examples: Readonly<Record<string, readonly Example[]>> = {
  [`${UG}/eb-event-patterns.html`]: [
    {
      pattern: {
        source: ['aws.ec2'],
        'detail-type': ['EC2 Instance State-change Notification'],
        detail: { state: ['terminated'] },
      },
      matches: [EC2],
      fails: [
        { ...EC2, detail: { state: 'running' } },
        { ...EC2, source: 'aws.EC2' },
        { ...EC2, 'detail-type': 'Other' },
      ],
    },
  ],
  [`${UG}/eb-event-patterns-arrays.html`]: [
    {
      pattern: {
        resources: [
          'arn:aws:ec2:us-east-1:123456789012:instance/i-b188560f',
          'arn:aws:ec2:us-east-1:111122223333:instance/i-b188560f',
          'arn:aws:ec2:us-east-1:444455556666:instance/i-b188560f',
        ],
      },
      matches: [
        {
          resources: [
            'arn:aws:autoscaling:us-east-1:123456789012:autoScalingGroup:eb56d16b:autoScalingGroupName/ASGTerminate',
            'arn:aws:ec2:us-east-1:123456789012:instance/i-b188560f',
          ],
        },
        { resources: 'arn:aws:ec2:us-east-1:444455556666:instance/i-b188560f' },
      ],
      fails: [{ resources: [] }, { resources: ['arn:aws:ec2:us-east-1:777788889999:instance/i-b188560f'] }],
    },
  ],
  [`${UG}/eb-event-patterns-null-values.html`]: [
    {
      pattern: detail({ eventVersion: [''], responseElements: [null] }),
      matches: [detail({ eventVersion: '', responseElements: null })],
      fails: [
        detail({ eventVersion: null, responseElements: null }),
        detail({ eventVersion: '', responseElements: '' }),
        detail({ eventVersion: '' }),
      ],
    },
  ],
  [`${OPERATORS}#eb-filtering-prefix-matching`]: [
    {
      pattern: { time: [{ prefix: '2017-10-02' }] },
      matches: [{ time: '2017-10-02T18:43:48Z' }],
      fails: [{ time: '2017-10-03T18:43:48Z' }, { time: 20_171_002 }, {}],
    },
    {
      pattern: detail({ service: [{ prefix: { 'equals-ignore-case': 'EventB' } }] }),
      matches: ['EventBridge', 'EVENTB', 'eventb', 'eVeNtBus'].map((service) => detail({ service })),
      fails: [detail({ service: 'Event' }), detail({ service: 'x EventB' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-suffix-matching`]: [
    {
      pattern: { FileName: [{ suffix: '.png' }] },
      matches: [{ FileName: 'cat.png' }],
      fails: [{ FileName: 'cat.PNG' }, { FileName: 'cat.png.jpg' }],
    },
    {
      pattern: detail({ FileName: [{ suffix: { 'equals-ignore-case': '.png' } }] }),
      matches: ['cat.png', 'cat.PNG', 'cat.pNg'].map((FileName) => detail({ FileName })),
      fails: [detail({ FileName: 'cat.jpg' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-anything-but`]: [
    {
      pattern: detail({ state: [{ 'anything-but': 'initializing' }] }),
      matches: [detail({ state: 'running' }), detail({ state: 'INITIALIZING' }), detail({ state: 7 })],
      fails: [detail({ state: 'initializing' }), detail({})],
    },
    {
      pattern: detail({ 'x-limit': [{ 'anything-but': 123 }] }),
      matches: [detail({ 'x-limit': 124 })],
      fails: [detail({ 'x-limit': 123 }), detail({ 'x-limit': 123.0 })],
    },
    {
      pattern: detail({ state: [{ 'anything-but': ['stopped', 'overloaded'] }] }),
      matches: [detail({ state: 'running' })],
      fails: [detail({ state: 'stopped' }), detail({ state: 'overloaded' })],
    },
    {
      pattern: detail({ 'x-limit': [{ 'anything-but': [100, 200, 300] }] }),
      matches: [detail({ 'x-limit': 150 })],
      fails: [detail({ 'x-limit': 200 })],
    },
  ],
  [`${OPERATORS}#eb-filtering-anything-but-ignore-case`]: [
    {
      pattern: detail({ state: [{ 'anything-but': { 'equals-ignore-case': 'initializing' } }] }),
      matches: [detail({ state: 'running' })],
      fails: [detail({ state: 'initializing' }), detail({ state: 'INITIALIZING' })],
    },
    {
      pattern: detail({ state: [{ 'anything-but': { 'equals-ignore-case': ['initializing', 'stopped'] } }] }),
      matches: [detail({ state: 'running' })],
      fails: [detail({ state: 'Stopped' }), detail({ state: 'Initializing' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-anything-but-prefix`]: [
    {
      pattern: detail({ state: [{ 'anything-but': { prefix: 'init' } }] }),
      matches: [detail({ state: 'running' })],
      fails: [detail({ state: 'initializing' })],
    },
    {
      pattern: detail({ state: [{ 'anything-but': { prefix: ['init', 'error'] } }] }),
      matches: [detail({ state: 'running' })],
      fails: [detail({ state: 'initializing' }), detail({ state: 'errored' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-anything-but-suffix`]: [
    {
      pattern: detail({ FileName: [{ 'anything-but': { suffix: '.txt' } }] }),
      matches: [detail({ FileName: 'a.png' })],
      fails: [detail({ FileName: 'a.txt' })],
    },
    {
      pattern: detail({ FileName: [{ 'anything-but': { suffix: ['.txt', '.rtf'] } }] }),
      matches: [detail({ FileName: 'a.png' })],
      fails: [detail({ FileName: 'a.txt' }), detail({ FileName: 'a.rtf' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-anything-but-wildcard`]: [
    {
      pattern: detail({ FilePath: [{ 'anything-but': { wildcard: '*/lib/*' } }] }),
      matches: [detail({ FilePath: '/usr/bin/node' })],
      fails: [detail({ FilePath: '/usr/lib/libc.so' })],
    },
    {
      pattern: detail({ FilePath: [{ 'anything-but': { wildcard: ['*/lib/*', '*/bin/*'] } }] }),
      matches: [detail({ FilePath: '/etc/hosts' })],
      fails: [detail({ FilePath: '/usr/lib/libc.so' }), detail({ FilePath: '/usr/bin/node' })],
    },
  ],
  [`${OPERATORS}#filtering-numeric-matching`]: [
    {
      pattern: detail({
        'c-count': [{ numeric: ['>', 0, '<=', 5] }],
        'd-count': [{ numeric: ['<', 10] }],
        'x-limit': [{ numeric: ['=', 3.018e2] }],
      }),
      matches: [detail({ 'c-count': 5, 'd-count': -3, 'x-limit': 301.8 })],
      fails: [
        detail({ 'c-count': 0, 'd-count': 9, 'x-limit': 301.8 }),
        detail({ 'c-count': 1, 'd-count': 10, 'x-limit': 301.8 }),
        detail({ 'c-count': 1, 'd-count': 9, 'x-limit': 301.9 }),
        detail({ 'c-count': '1', 'd-count': 9, 'x-limit': 301.8 }),
      ],
    },
  ],
  [`${OPERATORS}#eb-filtering-ip-matching`]: [
    {
      pattern: detail({ sourceIPAddress: [{ cidr: '10.0.0.0/24' }] }),
      matches: [detail({ sourceIPAddress: '10.0.0.7' }), detail({ sourceIPAddress: '10.0.0.255' })],
      fails: [detail({ sourceIPAddress: '10.0.1.0' }), detail({ sourceIPAddress: 'localhost' })],
    },
    {
      pattern: detail({ 'source-ip': [{ cidr: '2001:db8::/32' }] }),
      matches: [detail({ 'source-ip': '2001:0db8:ffff::1' })],
      fails: [detail({ 'source-ip': '2001:db9::1' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-exists-matching`]: [
    {
      pattern: detail({ state: [{ exists: true }] }),
      matches: [EC2],
      fails: [detail({ 'c-count': 1 })],
    },
    {
      pattern: detail({ 'c-count': [{ exists: false }] }),
      matches: [
        detail({ state: ['initializing', 'running'] }),
        // "because c-count isn't a leaf node"
        detail({ state: ['initializing', 'running'], 'c-count': { c1: 100 } }),
      ],
      fails: [detail({ 'c-count': 1 }), detail({ 'c-count': null })],
    },
  ],
  [`${OPERATORS}#eb-filtering-equals-ignore-case-matching`]: [
    {
      pattern: {
        'detail-type': [{ 'equals-ignore-case': 'ec2 instance state-change notification' }],
        resources: [
          { 'equals-ignore-case': 'arn:aws:ec2:us-west-1:123456789012:instance/I-1234567890ABCDEF0' },
        ],
        detail: { state: [{ 'equals-ignore-case': 'TERMINATED' }] },
      },
      matches: [EC2],
      fails: [{ ...EC2, detail: { state: 'running' } }],
    },
  ],
  [`${OPERATORS}#eb-filtering-wildcard-matching`]: [
    {
      pattern: detail({ FilePath: [{ wildcard: 'dir/*.png' }] }),
      matches: [detail({ FilePath: 'dir/cat.png' }), detail({ FilePath: 'dir/.png' })],
      fails: [detail({ FilePath: 'dir/cat.jpg' }), detail({ FilePath: 'other/cat.png' })],
    },
    {
      // "\\* represents the literal * character, \\\\ represents the literal \\ character"
      pattern: detail({ FilePath: [{ wildcard: 'a\\*b*' }, { wildcard: '\\\\server*' }] }),
      matches: [detail({ FilePath: 'a*bc' }), detail({ FilePath: '\\server\\share' })],
      fails: [detail({ FilePath: 'axbc' }), detail({ FilePath: 'server' })],
    },
  ],
  [`${OPERATORS}#eb-filtering-complex-example`]: [
    {
      pattern: {
        time: [{ prefix: '2017-10-02' }],
        detail: {
          state: [{ 'anything-but': 'initializing' }],
          'c-count': [{ numeric: ['>', 0, '<=', 5] }],
          'd-count': [{ numeric: ['<', 10] }],
          'x-limit': [{ 'anything-but': [100, 200, 300] }],
        },
      },
      matches: [
        {
          time: '2017-10-02T00:00:00Z',
          detail: { state: 'running', 'c-count': 3, 'd-count': 8, 'x-limit': 150 },
        },
      ],
      fails: [
        {
          time: '2017-10-02T00:00:00Z',
          detail: { state: 'running', 'c-count': 3, 'd-count': 8, 'x-limit': 200 },
        },
      ],
    },
    {
      pattern: {
        source: ['aws.cloudtrail'],
        detail: {
          $or: [
            { 'c-count': [{ numeric: ['>', 0, '<=', 5] }] },
            { 'd-count': [{ numeric: ['<', 10] }] },
            { 'x-limit': [{ numeric: ['=', 3.018e2] }] },
          ],
        },
      },
      matches: [
        { source: 'aws.cloudtrail', detail: { 'c-count': 1 } },
        { source: 'aws.cloudtrail', detail: { 'c-count': 9, 'd-count': 9 } },
        { source: 'aws.cloudtrail', detail: { 'x-limit': 301.8 } },
      ],
      fails: [
        { source: 'aws.cloudtrail', detail: { 'c-count': 6, 'd-count': 10, 'x-limit': 1 } },
        { source: 'aws.ec2', detail: { 'c-count': 1 } },
      ],
    },
  ],
  [`${LAMBDA}/invocation-eventfiltering.html`]: [
    { pattern: { UserID: [null] }, matches: [{ UserID: null }], fails: [{ UserID: '' }, {}] },
    { pattern: { LastName: [''] }, matches: [{ LastName: '' }], fails: [{ LastName: null }] },
    { pattern: { Name: ['Alice'] }, matches: [{ Name: 'Alice' }], fails: [{ Name: 'alice' }] },
    {
      pattern: { Name: [{ 'equals-ignore-case': 'alice' }] },
      matches: [{ Name: 'ALICE' }],
      fails: [{ Name: 'Bob' }],
    },
    {
      pattern: { Location: ['New York'], Day: ['Monday'] },
      matches: [{ Location: 'New York', Day: 'Monday' }],
      fails: [{ Location: 'New York', Day: 'Tuesday' }],
    },
    {
      pattern: { $or: [{ Location: ['New York'] }, { Day: ['Monday'] }] },
      matches: [{ Location: 'Rome', Day: 'Monday' }, { Location: 'New York' }],
      fails: [{ Location: 'Rome', Day: 'Tuesday' }],
    },
    {
      pattern: { Price: [{ numeric: ['>', 10, '<=', 20] }] },
      matches: [{ Price: 20 }],
      fails: [{ Price: 10 }],
    },
    {
      pattern: { FileName: [{ suffix: '.png' }], Region: [{ prefix: 'us-' }] },
      matches: [{ FileName: 'a.png', Region: 'us-east-1' }],
      fails: [{ FileName: 'a.png', Region: 'eu-west-1' }],
    },
  ],
  [`${LAMBDA}/with-ddb-filtering.html`]: [
    {
      pattern: { dynamodb: { NewImage: { pkey: { N: ['1'] } } } },
      matches: [{ dynamodb: { NewImage: { pkey: { N: '1' } } } }],
      fails: [{ dynamodb: { NewImage: { pkey: { N: '2' } } } }],
    },
    {
      pattern: { dynamodb: { Keys: { CustomerName: { S: ['AnyCompany Industries'] } } } },
      matches: [{ dynamodb: { Keys: { CustomerName: { S: 'AnyCompany Industries' } } } }],
      fails: [{ dynamodb: { Keys: { CustomerName: { S: 'Example Corp.' } } } }],
    },
    {
      pattern: { dynamodb: { NewImage: { firstname: { S: [{ exists: true }] } } } },
      matches: [{ dynamodb: { NewImage: { firstname: { S: 'Ann' } } } }],
      fails: [{ dynamodb: { NewImage: { lastname: { S: 'Lee' } } } }],
    },
    {
      // "Exists only works on leaf nodes": the attribute itself is none.
      pattern: { dynamodb: { NewImage: { firstname: [{ exists: true }] } } },
      matches: [],
      fails: [{ dynamodb: { NewImage: { firstname: { S: 'Ann' } } } }],
    },
  ],
}

describe.each(Object.entries(examples))('%s', (_page, rows) => {
  it.each(rows)('$pattern', ({ pattern, matches, fails }) => {
    const compiled = compilePattern(pattern)
    for (const event of matches) expect([event, compiled.matches(event)]).toEqual([event, true])
    for (const event of fails) expect([event, compiled.matches(event)]).toEqual([event, false])
  })
})
