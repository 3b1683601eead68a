import { describe, expect, it } from 'vitest'
import type { ServedCall } from '../../../lib/local/gateway/gateway.js'
import { jsonResponse } from '../../../lib/local/gateway/gateway-message.js'
import { MessageAges } from '../../../lib/local/metrics/message-ages.js'

function served(at: number, operation: string, input: object, output: object, statusCode = 200): ServedCall {
  return {
    call: {
      service: 'sqs',
      operation,
      region: 'us-east-1',
      caller: { kind: 'user', name: 'user' },
      input: { ...input },
      idle: (waiting) => waiting(),
    },
    at: new Date(at),
    duration: 0,
    requestBytes: 0,
    answered: jsonResponse(output, statusCode),
  }
}

const sent = (at: number, MessageId: string): ServedCall => served(at, 'SendMessage', {}, { MessageId })
const received = (at: number, MessageId: string): ServedCall =>
  served(at, 'ReceiveMessage', {}, { Messages: [{ MessageId, ReceiptHandle: `handle ${MessageId}` }] })
const deleted = (at: number, MessageId: string): ServedCall =>
  served(at, 'DeleteMessage', { ReceiptHandle: `handle ${MessageId}` }, {})

function ages(...calls: readonly ServedCall[]): MessageAges {
  const known = new MessageAges()
  for (const call of calls) known.onServed(call)
  return known
}

describe('the age of the oldest message', () => {
  it('is that of the first one that was not deleted', () => {
    const calls = [sent(1000, 'a'), sent(3000, 'b')]
    expect(ages(...calls).oldest(2, 10_000)).toBe(9000)
    expect(ages(...calls, received(4000, 'a'), deleted(5000, 'a')).oldest(1, 10_000)).toBe(7000)
    expect(ages(...calls, received(4000, 'b'), deleted(5000, 'b')).oldest(1, 10_000)).toBe(9000)
  })

  it('is not that of a message that was received and then moved away by the queue', () => {
    const calls = [sent(1000, 'a'), sent(3000, 'b'), received(4000, 'b')]
    expect(ages(...calls).oldest(1, 10_000)).toBe(9000)
    expect(ages(...calls, received(4500, 'a')).oldest(1, 10_000)).toBe(7000)
  })

  it('counts from the first look at messages that came in another way', () => {
    const known = ages()
    expect(known.oldest(1, 10_000)).toBe(0)
    expect(known.oldest(1, 15_000)).toBe(5000)
    expect(known.oldest(0, 20_000)).toBe(0)
  })

  it('knows batches, and ignores calls that failed', () => {
    const batch = served(1000, 'SendMessageBatch', {}, { Successful: [{ Id: '1', MessageId: 'a' }] })
    const known = ages(batch, served(500, 'SendMessage', {}, { MessageId: 'x' }, 400), received(1500, 'a'))
    expect(known.oldest(1, 2000)).toBe(1000)
    const Entries = [{ Id: '1', ReceiptHandle: 'handle a' }]
    known.onServed(served(1600, 'DeleteMessageBatch', { Entries }, { Successful: [{ Id: '1' }] }))
    known.onServed(sent(1800, 'b'))
    expect(known.oldest(1, 2000)).toBe(200)
  })
})
