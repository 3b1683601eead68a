import { describe, expect, it } from 'vitest'
import { conditionsOf } from '../../../lib/local/assembly/conditions.js'
import { parameterValues } from '../../../lib/local/assembly/parameters.js'
import { resolveValue } from '../../../lib/local/assembly/resolve.js'
import { type StackScope, scopeFor } from '../../../lib/local/assembly/stack-scope.js'
import type { Template } from '../../../lib/local/assembly/template.js'

const template: Template = {
  Parameters: {
    Stage: { Type: 'String', Default: 'test' },
    Zones: { Type: 'CommaDelimitedList', Default: 'x,y' },
    Latest: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/some/path' },
  },
  Mappings: { Sizes: { small: { memory: '128' } } },
  Conditions: {
    IsTest: { 'Fn::Equals': [{ Ref: 'Stage' }, 'test'] },
    IsChina: { 'Fn::Equals': [{ Ref: 'AWS::Partition' }, 'aws-cn'] },
    Both: { 'Fn::And': [{ Condition: 'IsTest' }, { 'Fn::Not': [{ Condition: 'IsChina' }] }] },
    Either: { 'Fn::Or': [{ Condition: 'IsChina' }, { Condition: 'IsTest' }] },
  },
  Resources: {
    Queue: { Type: 'AWS::SQS::Queue' },
    Absent: { Type: 'AWS::SQS::Queue', Condition: 'IsChina' },
    Alien: { Type: 'AWS::Alien::Thing' },
  },
}

const identity = { stackName: 'Shop', stackId: 'arn:stack', region: 'eu-west-1', accountId: '123456789012' }
const parameters = parameterValues(template, {}, identity)
const stack: StackScope = {
  template,
  parameters,
  condition: conditionsOf(template, parameters),
  exports: new Map([['Shared:Url', 'http://shared']]),
  resources: new Map([
    ['Queue', { ref: 'http://queue', attributes: { Arn: 'arn:queue', 'Outputs.Url': 'nested' } }],
  ]),
  isSupported: (type) => type === 'AWS::SQS::Queue',
}
const resolve = (value: unknown, passive = false): unknown =>
  resolveValue(value, scopeFor(stack, "AWS::Lambda::Function 'Relay'", passive))

const sub = (text: string): string => `\${${text}}`

describe('intrinsic functions', () => {
  it.each<[string, unknown, unknown]>([
    ['plain values stay', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
    ['Ref of a resource', { Ref: 'Queue' }, 'http://queue'],
    ['Ref of a parameter', { Ref: 'Stage' }, 'test'],
    ['Ref of a list parameter', { Ref: 'Zones' }, ['x', 'y']],
    ['Ref of the region', { Ref: 'AWS::Region' }, 'eu-west-1'],
    ['Ref of the account', { Ref: 'AWS::AccountId' }, '123456789012'],
    ['Ref of the partition', { Ref: 'AWS::Partition' }, 'aws'],
    ['Ref of the URL suffix', { Ref: 'AWS::URLSuffix' }, 'amazonaws.com'],
    ['Ref of the stack name', { Ref: 'AWS::StackName' }, 'Shop'],
    ['Ref of the stack id', { Ref: 'AWS::StackId' }, 'arn:stack'],
    ['a property without a value goes', { a: { Ref: 'AWS::NoValue' }, b: 1 }, { b: 1 }],
    ['an element without a value goes', [{ Ref: 'AWS::NoValue' }, 1], [1]],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:queue'],
    ['GetAtt as text', { 'Fn::GetAtt': 'Queue.Arn' }, 'arn:queue'],
    ['GetAtt with dots in the attribute', { 'Fn::GetAtt': ['Queue', 'Outputs.Url'] }, 'nested'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'Stage' }, 3]] }, 'a-test-3'],
    ['Join of a list parameter', { 'Fn::Join': ['+', { Ref: 'Zones' }] }, 'x+y'],
    [
      'Sub',
      { 'Fn::Sub': `${sub('Stage')}/${sub('Queue.Arn')}/${sub('AWS::Region')}` },
      'test/arn:queue/eu-west-1',
    ],
    [
      'Sub with variables',
      { 'Fn::Sub': [`${sub('A')}/${sub('Queue')}`, { A: { Ref: 'Stage' } }] },
      'test/http://queue',
    ],
    ['Sub with a literal', { 'Fn::Sub': `${sub('!Literal')}` }, sub('Literal')],
    ['Select', { 'Fn::Select': ['1', ['a', 'b']] }, 'b'],
    ['Split', { 'Fn::Split': [':', { 'Fn::GetAtt': ['Queue', 'Arn'] }] }, ['arn', 'queue']],
    ['Select of Split', { 'Fn::Select': [1, { 'Fn::Split': ['|', 'a|b|c'] }] }, 'b'],
    ['If, true', { 'Fn::If': ['Both', 'yes', 'no'] }, 'yes'],
    [
      'If, false, leaves the property out',
      { a: { 'Fn::If': ['IsChina', 'x', { Ref: 'AWS::NoValue' }] } },
      {},
    ],
    ['If resolves only the branch that it takes', { 'Fn::If': ['Either', 'ok', { Ref: 'Nowhere' }] }, 'ok'],
    ['FindInMap', { 'Fn::FindInMap': ['Sizes', 'small', 'memory'] }, '128'],
    [
      'FindInMap with a default',
      { 'Fn::FindInMap': ['Sizes', 'huge', 'memory', { DefaultValue: 'd' }] },
      'd',
    ],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': 'Shared:Url' } }, 'http://shared'],
    ['GetAZs', { 'Fn::GetAZs': '' }, ['eu-west-1a', 'eu-west-1b', 'eu-west-1c']],
    ['Base64', { 'Fn::Base64': 'text' }, 'dGV4dA=='],
    ['ToJsonString', { 'Fn::ToJsonString': { a: { Ref: 'Stage' } } }, '{"a":"test"}'],
    ['Length', { 'Fn::Length': { Ref: 'Zones' } }, 2],
    [
      'a policy statement is no condition',
      { Condition: { Bool: { 'aws:x': 'true' } } },
      { Condition: { Bool: { 'aws:x': 'true' } } },
    ],
  ])('%s', (_name, value, expected) => {
    expect(resolve(value)).toEqual(expected)
  })

  it.each<[string, unknown, RegExp]>([
    ['an unknown function', { 'Fn::Cidr': [] }, /does not know the intrinsic function Fn::Cidr/],
    ['an unknown name', { Ref: 'Nowhere' }, /'Relay' refers to 'Nowhere', which the template does not have/],
    ['an unknown attribute', { 'Fn::GetAtt': ['Queue', 'Colour'] }, /attribute 'Colour' of 'Queue'.*Arn/],
    ['a resource left out', { Ref: 'Absent' }, /'Absent', which its condition leaves out/],
    [
      'an unsupported type',
      { 'Fn::GetAtt': ['Alien', 'Arn'] },
      /'Relay' refers to AWS::Alien::Thing 'Alien'/,
    ],
    ["a parameter of AWS's own", { Ref: 'Latest' }, /parameter 'Latest'.*whose value only AWS knows/],
    ['an import that nobody exports', { 'Fn::ImportValue': 'Other' }, /imports 'Other', which no stack/],
    ['a selection out of range', { 'Fn::Select': [5, ['a']] }, /no element 5 among 1/],
    ['text where a list belongs', { 'Fn::Join': 'x' }, /argument of Fn::Join to be a list/],
    ['an object where text belongs', { 'Fn::Join': ['', [{ a: 1 }]] }, /Expected Fn::Join to get text/],
    ['an unknown condition', { 'Fn::If': ['Nope', 1, 2] }, /no condition 'Nope'/],
  ])('refuses %s', (_name, value, message) => {
    expect(() => resolve(value)).toThrow(message)
  })

  it('lets a resource without behaviour name an unsupported one', () => {
    expect(resolve({ 'Fn::GetAtt': ['Alien', 'Arn'] }, true)).toBe('AWS::Alien::Thing:Alien:Arn')
  })

  it('refuses a condition that depends on itself', () => {
    const condition = conditionsOf({ Conditions: { A: { 'Fn::Not': [{ Condition: 'A' }] } } }, new Map())
    expect(() => condition('A')).toThrow(/'A' depends on itself/)
  })

  it('names parameters without a value', () => {
    const open: Template = { Parameters: { One: { Type: 'String' }, Two: { Type: 'String' } } }
    expect(() => parameterValues(open, { Two: 'given' }, identity)).toThrow(
      /without a value or a default: One\.$/,
    )
  })
})
