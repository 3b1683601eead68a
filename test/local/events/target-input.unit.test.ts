import { describe, expect, it } from 'vitest'
import { acceptEvent } from '../../../lib/local/events/accept-event.js'
import { messageGroupId } from '../../../lib/local/events/targets/message-group-id.js'
import { targetInput } from '../../../lib/local/events/targets/target-input.js'

const DETAIL =
  '{"instance-id": "i-0123", "state":"RUNNING", "n": 1.0, "quote":"say \\"hi\\"\\n", "tags": ["a", {"k":"v"}], "none": null}'
const event = acceptEvent({
  entry: { source: 'aws.ec2', detailType: 'Changed', detail: DETAIL, resources: ['arn:one'] },
  id: '7bf73129-1428-4cd3-a780-95db273d1602',
  busName: 'default',
  accountId: '123456789012',
  region: 'us-east-1',
  ingestedAt: Date.parse('2026-01-02T03:04:05.678Z'),
})
const rule = {
  name: 'my-rule',
  arn: 'arn:aws:events:us-east-1:123456789012:rule/my-rule',
  busName: 'default',
}
const render = (definition: Readonly<Record<string, unknown>>): string =>
  targetInput(definition, 't')(event, rule)

describe('without transformation', () => {
  it('is the whole event, the detail byte for byte', () => {
    expect(render({})).toBe(
      `{"version":"0","id":"7bf73129-1428-4cd3-a780-95db273d1602","detail-type":"Changed","source":"aws.ec2","account":"123456789012","time":"2026-01-02T03:04:05Z","region":"us-east-1","resources":["arn:one"],"detail":${DETAIL}}`,
    )
  })

  it('or the constant Input', () => {
    expect(render({ Input: '{ "x": 1.0 }' })).toBe('{ "x": 1.0 }')
    expect(() => render({ Input: '{x' })).toThrow('JSON syntax error in input for target t')
  })
})

describe('InputPath', () => {
  it.each([
    ['$.detail', DETAIL],
    ['$.detail.n', '1.0'],
    ['$.detail.tags[1]', '{"k":"v"}'],
    ['$.detail.state', '"RUNNING"'],
    ['$.detail.none', 'null'],
    ['$.source', '"aws.ec2"'],
    ['$.resources[*]', '["arn:one"]'],
  ])('%s gives the exact text', (InputPath, expected) => {
    expect(render({ InputPath })).toBe(expected)
  })

  it('of a value that is not there cannot be delivered', () => {
    expect(() => render({ InputPath: '$.detail.nowhere' })).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', retryable: false }),
    )
  })

  it('is checked', () => {
    expect(() => targetInput({ InputPath: "$['detail']" }, 't')).toThrow(/Invalid InputPath for target t/)
  })
})

describe('InputTransformer', () => {
  const InputPathsMap = {
    instance: '$.detail.instance-id',
    state: '$.detail.state',
    n: '$.detail.n',
    quote: '$.detail.quote',
    tags: '$.detail.tags',
    detail: '$.detail',
    gone: '$.detail.gone',
    resource: '$.resources[0]',
  }
  const transform = (InputTemplate: string): string =>
    render({ InputTransformer: { InputPathsMap, InputTemplate } })

  it.each([
    // String templates keep their quotes.
    ['"instance <instance> is in <state>"', '"instance i-0123 is in RUNNING"'],
    ['"line <state>"\n"line <instance>"', '"line RUNNING"\n"line i-0123"'],
    ['"{[/<state>"', '"{[/RUNNING"'],
    ['"gone <gone>."', '"gone ."'],
    ['"<quote>"', '"say \\"hi\\"\\n"'],
    // Text without quotes.
    ['<instance> is in <state>, <n><gone>', 'i-0123 is in RUNNING, 1.0'],
    // JSON templates.
    ['{"instance": <instance>, "state": <state>}', '{"instance": "i-0123", "state": "RUNNING"}'],
    ['{"instance": "<instance>", "n": <n>, "s": "<n>"}', '{"instance": "i-0123", "n": 1.0, "s": "1.0"}'],
    [
      '{"text": "instance \\"<instance>\\" is in <state>"}',
      '{"text": "instance \\"i-0123\\" is in RUNNING"}',
    ],
    ['{"gone": <gone>, "also": "<gone>"}', '{"gone": "", "also": ""}'],
    ['{"tags": <tags>, "r": <resource>}', '{"tags": ["a", {"k":"v"}], "r": "arn:one"}'],
    ['{"tags": "<tags>"}', '{"tags": "[a, {k:v}]"}'],
    ['[<n>, <quote>]', '[1.0, "say \\"hi\\"\\n"]'],
    ['<detail>', DETAIL],
    ['<state>', '"RUNNING"'],
    ['{"less": "1 < 2 > 0"}', '{"less": "1 < 2 > 0"}'],
    // Predefined variables.
    ['"<aws.events.rule-name> <aws.events.rule-arn>"', `"${rule.name} ${rule.arn}"`],
    ['{"r": <aws.events.rule-name>}', '{"r": "my-rule"}'],
    ['{"at": <aws.events.event.ingestion-time>}', '{"at": "2026-01-02T03:04:05Z"}'],
    ['{"e": <aws.events.event.json>}', `{"e": ${event.text}}`],
    ['<aws.events.event.json>', event.text],
    [
      '{"e": <aws.events.event>}',
      '{"e": {"id":"7bf73129-1428-4cd3-a780-95db273d1602","account":"123456789012","detailType":"Changed","time":"2026-01-02T03:04:05Z","source":"aws.ec2","region":"us-east-1","resources":["arn:one"],"version":"0"}}',
    ],
  ])('%s', (template, expected) => {
    expect(transform(template)).toBe(expected)
  })

  it.each([
    ['"<undefined-variable>"', 'InputTemplate for target t contains invalid placeholder undefined-variable.'],
    [
      '{"a": <aws.events.nothing>}',
      'InputTemplate for target t contains invalid placeholder aws.events.nothing.',
    ],
    ['{"a": }', 'Invalid InputTransformer for target t : InputTemplate is no valid JSON.'],
    ['{"a": x<state>}', 'Invalid InputTransformer for target t : InputTemplate is no valid JSON.'],
    [
      '{<state>: 1}',
      'Invalid InputTransformer for target t : InputTemplate has a placeholder as an object key.',
    ],
    [
      '{"a-<state>": 1}',
      'Invalid InputTransformer for target t : InputTemplate has a placeholder as an object key.',
    ],
    ['', 'Invalid InputTransformer for target t : InputTemplate must have 1 to 8192 characters, got 0.'],
  ])('refuses the template %s', (template, message) => {
    expect(() => transform(template)).toThrow(
      expect.objectContaining({ code: 'ValidationException', message }),
    )
  })

  it.each([{ 'a b': '$.detail' }, { AWSx: '$.detail' }, { a: 'detail' }, { a: 1 }])(
    'refuses the paths %j',
    (map) => {
      const transformer = { InputPathsMap: map, InputTemplate: '"x"' }
      expect(() => render({ InputTransformer: transformer })).toThrow(/InputPathsMap has an invalid/)
    },
  )

  it('is alone: Input, InputPath and InputTransformer exclude each other', () => {
    expect(() => render({ Input: '{}', InputPath: '$.detail' })).toThrow(
      'Only one of Input, InputPath, or InputTransformer must be provided for target t.',
    )
  })
})

describe('MessageGroupId', () => {
  it.each([
    ['orders', 'orders'],
    ['$.detail.state', 'RUNNING'],
    ['$.detail.n', '1.0'],
    ['$.source', 'aws.ec2'],
    ['$5', '$5'],
  ])('%s gives %s', (value, expected) => {
    expect(messageGroupId(value, 't')(event)).toBe(expected)
  })

  it.each(['$.detail.gone', '$.detail.tags', '$.detail'])('%s has no text to give', (value) => {
    expect(() => messageGroupId(value, 't')(event)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', retryable: false }),
    )
  })
})
