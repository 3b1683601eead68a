import { beforeEach, describe, expect, it } from 'vitest'
import { Ledger } from '../../lib/local/ledger.js'
import type { RecorderListener } from '../../lib/local/recorder.js'
import type { RecordedCall } from '../../lib/local/spy-log.js'

const QUEUE = 'http://127.0.0.1/000000000000/ledger'

let listener: RecorderListener
let ledger: Ledger

beforeEach(() => {
  listener = {}
  const listen = (added: RecorderListener): (() => void) => {
    listener = added
    return () => {
      listener = {}
    }
  }
  ledger = new Ledger({ listen, physicalId: (name) => (name === 'Shop/Queue' ? QUEUE : '') }, QUEUE)
})

function arrive(eventId: string, text = 'same', more: Partial<RecordedCall> = {}): void {
  const detail = { metadata: { eventId }, data: { text } }
  listener.onCall?.({
    sequence: 1,
    requestBytes: 1,
    service: 'sqs',
    operation: 'SendMessage',
    caller: { kind: 'service', name: 'events.amazonaws.com' },
    at: new Date(0),
    input: { QueueUrl: QUEUE, MessageBody: JSON.stringify({ id: String(Math.random()), detail }) },
    ...more,
  })
}

describe('the ledger', () => {
  it('does not call it complete when nothing was promised', async () => {
    await expect(ledger.complete()).rejects.toThrow('Nothing was acknowledged')
  })

  it('counts what was promised and never came as lost', () => {
    ledger.acknowledge('a')
    ledger.acknowledge('b')
    arrive('a')
    expect(ledger.balance()).toEqual({
      acknowledged: 2,
      arrived: 1,
      lost: ['b'],
      duplicates: 0,
      phantom: [],
      altered: [],
    })
  })

  it('tells duplicates, phantoms and altered bytes', () => {
    ledger.acknowledge('a')
    arrive('a')
    arrive('a', 'other')
    arrive('nobody')
    expect(ledger.balance()).toMatchObject({ lost: [], duplicates: 1, phantom: ['nobody'], altered: ['a'] })
  })

  it('does not take the same bytes in a new envelope for altered', () => {
    ledger.acknowledge('a')
    arrive('a')
    arrive('a')
    expect(ledger.balance()).toMatchObject({ duplicates: 1, altered: [] })
  })

  it.each([
    [
      'another queue',
      { input: { QueueUrl: 'other', MessageBody: '{"detail":{"metadata":{"eventId":"a"}}}' } },
    ],
    ['a call that failed', { errorCode: 'OverLimit' }],
    ['a function that sends by itself', { caller: { kind: 'function', name: 'f' } as const }],
  ])('is not deceived by %s', (_, more: Partial<RecordedCall>) => {
    ledger.acknowledge('a')
    arrive('a', 'same', more)
    expect(ledger.balance().lost).toEqual(['a'])
  })

  it.each(['not JSON', 'null', '"text"', '7', '{"detail":null}'])(
    'passes over a message %s',
    (MessageBody) => {
      arrive('a', 'same', { input: { QueueUrl: QUEUE, MessageBody } })
      expect(ledger.arrivals()).toEqual([])
    },
  )

  it('is complete as soon as the last one is there', async () => {
    ledger.acknowledge('a')
    const complete = ledger.complete()
    arrive('a')
    await complete
    await ledger.arrived(1)
  })

  it('says what is missing when it never is', async () => {
    ledger.acknowledge('a')
    await expect(ledger.complete({ timeoutMs: 1 })).rejects.toThrow(
      '1 of 1 events did not arrive: a within 1 ms',
    )
    await expect(ledger.arrived(2, { timeoutMs: 1 })).rejects.toThrow('0 of 2 arrivals came within 1 ms')
  })
})
