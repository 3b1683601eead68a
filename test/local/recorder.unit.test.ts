import { describe, expect, it } from 'vitest'
import { BoundedLog } from '../../lib/local/bounded-log.js'
import { Recorder } from '../../lib/local/recorder.js'
import type { BusEvent, RecordedCall } from '../../lib/local/spy-log.js'

const MEGABYTE = 1024 * 1024

function call(sequence: number, requestBytes: number): RecordedCall {
  return {
    sequence,
    service: 'sqs',
    operation: 'SendMessage',
    caller: { kind: 'user', name: 'user' },
    at: new Date(0),
    input: {},
    requestBytes,
  }
}

function event(type: string, detailText = '{"secret":"payload"}'): BusEvent {
  return {
    busName: 'orders',
    envelope: {
      id: 'e1',
      source: 'shop',
      'detail-type': type,
      time: '2026-01-01T00:00:00Z',
      detail: JSON.parse(detailText),
    },
    detailText,
  }
}

const never = (): boolean => false

describe('a bounded log', () => {
  it('keeps the newest entries, by count and by bytes, and always the last', () => {
    const log = new BoundedLog<string>({ maxEntries: 3, maxBytes: 10 })
    expect(['a', 'b', 'c'].map((entry) => log.add(entry, 3))).toEqual([[], [], []])
    expect(log.add('d', 3)).toEqual(['a'])
    expect(log.add('e', 7)).toEqual(['b', 'c'])
    expect(log.entries).toEqual(['d', 'e'])
    expect(log.add('f', 99)).toEqual(['d', 'e'])
    expect(log.entries).toEqual(['f'])
    expect(log.add('g', 1)).toEqual(['f'])
  })
})

describe('the recorder', () => {
  it('forgets the oldest calls when their requests are too many bytes', () => {
    const recorder = new Recorder()
    for (let sequence = 1; sequence <= 40; sequence += 1) recorder.recordCall(call(sequence, 4 * MEGABYTE))
    expect(recorder.calls.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 32 }, (_, place) => place + 9),
    )
  })

  it('pairs the begin and the end of invocations', () => {
    const recorder = new Recorder()
    const begin = { kind: 'begin', functionName: 'f', payloadBytes: 12 } as const
    recorder.recordInvocation({ ...begin, requestId: 'one', at: new Date(1) })
    recorder.recordInvocation({ ...begin, requestId: 'two', at: new Date(2) })
    recorder.recordInvocation({ kind: 'throttle', functionName: 'f', at: new Date(3) })
    recorder.recordInvocation({
      kind: 'end',
      functionName: 'f',
      requestId: 'two',
      at: new Date(4),
      errorType: 'Error',
    })
    const common = { functionName: 'f', payloadBytes: 12 }
    expect(recorder.invocations).toEqual([
      { ...common, requestId: 'one', begin: new Date(1), outcome: 'running' },
      {
        ...common,
        requestId: 'two',
        begin: new Date(2),
        end: new Date(4),
        outcome: 'error',
        errorType: 'Error',
      },
    ])
    recorder.recordInvocation({ kind: 'end', functionName: 'f', requestId: 'one', at: new Date(5) })
    expect(recorder.invocations[0]).toMatchObject({ outcome: 'success', end: new Date(5) })
  })

  it('names what was seen instead of the event that is waited for, never its payload', async () => {
    const recorder = new Recorder()
    recorder.recordEvent(event('OrderPaid'))
    const waited = recorder.waitForEvent(never, 1).catch((error: Error) => error.message)
    expect(await waited).toBe(
      'No such event within 1 ms. Seen (1, the latest 1): OrderPaid from shop on orders.',
    )
  })

  it('fails on an event that must not come, naming it without its payload', async () => {
    const recorder = new Recorder()
    recorder.recordEvent(event('Before'))
    const expected = recorder.expectNoEvent(
      ({ envelope }) => envelope['detail-type'] !== 'Harmless',
      async () => {
        recorder.recordEvent(event('Harmless'))
        recorder.recordEvent(event('OrderPaid'))
        recorder.recordEvent(event('OrderShipped'))
      },
    )
    await expect(expected).rejects.toThrow(
      'Expected no such event, but one came: OrderPaid from shop on orders, id e1, time 2026-01-01T00:00:00Z.',
    )
    await recorder.expectNoEvent(never, async () => recorder.recordEvent(event('OrderPaid')))
  })

  it('a listener that throws harms neither the call nor other listeners, and is named once', () => {
    const recorder = new Recorder()
    const heard: number[] = []
    const fail = (): never => {
      throw new TypeError('payload')
    }
    recorder.listen({ onCall: fail, onWarning: fail })
    recorder.listen({ onCall: ({ sequence }) => heard.push(sequence) })
    recorder.recordCall(call(1, 1))
    recorder.recordCall(call(2, 1))
    expect(heard).toEqual([1, 2])
    expect(recorder.warnings).toEqual([
      expect.stringMatching(/^A listener failed: TypeError at .*recorder\.unit\.test\.ts/),
    ])
    expect(recorder.warnings.join()).not.toContain('payload')
  })

  it('a predicate that throws fails whoever waits, not whoever publishes', async () => {
    const recorder = new Recorder()
    const failing = (): never => {
      throw new TypeError('no such member')
    }
    const waited = expect(recorder.waitForEvent(failing, 60_000)).rejects.toThrow('no such member')
    const expected = expect(
      recorder.expectNoEvent(failing, async () => {
        expect(() => recorder.recordEvent(event('OrderPaid'))).not.toThrow()
      }),
    ).rejects.toThrow('no such member')
    await Promise.all([waited, expected])
    expect(recorder.warnings).toEqual([])
    await expect(recorder.waitForEvent(failing, 60_000)).rejects.toThrow('no such member')
  })
})
