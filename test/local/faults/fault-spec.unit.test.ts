import { describe, expect, it } from 'vitest'
import { FAULT_FORM, parseFault } from '../../../lib/local/faults/fault-spec.js'

describe('a fault as text', () => {
  it.each([
    [
      'events:PutEvents throttle 10%',
      { service: 'events', operation: 'PutEvents', kind: 'throttle', share: 0.1 },
    ],
    [
      'dynamodb:* server-error 5m..10m',
      { service: 'dynamodb', kind: 'server-error', from: 300_000, to: 600_000 },
    ],
    [
      'sqs:SendMessage lost-answer #3',
      { service: 'sqs', operation: 'SendMessage', kind: 'lost-answer', nth: 3 },
    ],
    ['sqs:* time-out ..90s', { service: 'sqs', kind: 'time-out', to: 90_000 }],
    ['sqs:* unavailable 1.5h..', { service: 'sqs', kind: 'unavailable', from: 5_400_000 }],
    [
      'lambda:Invoke latency 2s #*3 x2',
      { service: 'lambda', operation: 'Invoke', kind: 'latency', latency: 2000, every: 3, times: 2 },
    ],
    [
      's3:* error SlowDown/503 0.5%',
      { service: 's3', kind: 'error', code: 'SlowDown', status: 503, share: 0.005 },
    ],
    [
      'events:PutEvents error AccessDeniedException',
      { service: 'events', operation: 'PutEvents', kind: 'error', code: 'AccessDeniedException' },
    ],
    [
      'events:PutEvents partial ThrottlingException',
      { service: 'events', operation: 'PutEvents', kind: 'partial', code: 'ThrottlingException' },
    ],
    [
      'events:PutEvents partial 50%',
      { service: 'events', operation: 'PutEvents', kind: 'partial', share: 0.5 },
    ],
    [
      '  dynamodb:*   reset by Orders/Relay on Orders/Table ',
      { service: 'dynamodb', kind: 'reset', caller: 'Orders/Relay', resource: 'Orders/Table' },
    ],
  ])('%s', (text, fault) => {
    expect(parseFault(text)).toEqual(fault)
  })

  it.each([
    ['', 'does not name a service and an operation'],
    ['events throttle', "'events' does not name a service and an operation"],
    ['events:putEvents throttle', 'does not name a service and an operation'],
    ['events:PutEvents', 'It has no kind.'],
    ['events:PutEvents explode', "'explode' is no kind."],
    ['events:PutEvents throttle often', "'often' does not say when."],
    ['events:PutEvents throttle 110%', 'Expected `share` to be from 0 to 1, got `1.1`'],
    ['events:PutEvents throttle #0', 'Expected `nth` to be a whole number from 1, got `0`'],
    ['events:PutEvents throttle #1 #2', "'#2' says `nth` a second time."],
    ['events:PutEvents throttle #1 #*2', 'Expected `nth` or `every`, got both.'],
    ['events:PutEvents throttle soon..10m', 'Expected `from` to be milliseconds or text such as 90s'],
    ['events:PutEvents throttle ..', "'..' does not say when."],
    ['events:PutEvents throttle by', "Nothing follows 'by'."],
    ['events:PutEvents latency', 'Expected `latency` to be milliseconds'],
    ['events:PutEvents error', "'' is no error code."],
    ['events:PutEvents error Code/200', 'Expected `status` to be from 400 to 599'],
    [
      'events:PutEvents partial Nonsense',
      'Expected `code` to be one of InternalFailure, ThrottlingException',
    ],
    ['sqs:SendMessage partial', 'Expected `operation` to be one of events:PutEvents, sqs:SendMessageBatch'],
    ['dynamodb:* partial', 'Expected `operation` to be one of events:PutEvents'],
  ])('%j is refused with one reason and the form', (text, reason) => {
    expect(() => parseFault(text)).toThrow(reason)
    expect(() => parseFault(text)).toThrow(`'${text}' is no fault: `)
    expect(() => parseFault(text)).toThrow(`Expected ${FAULT_FORM}`)
  })
})
