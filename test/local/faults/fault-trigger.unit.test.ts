import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../lib/local/faults/fault.js'
import { FaultTrigger } from '../../../lib/local/faults/fault-trigger.js'
import type { ApiCall } from '../../../lib/local/service.js'
import { seededRandom } from '../../../lib/local/time/seeded-random.js'

let now = 1_000_000

function trigger(more: Partial<Fault>, seed = 1): FaultTrigger {
  return new FaultTrigger({ service: 'sqs', kind: 'reset', ...more } as Fault, {
    now: () => now,
    random: seededRandom(seed),
    resource: (name) => ({
      logicalId: `Logical${name}`,
      ref: `http://127.0.0.1:1/000000000000/${name}`,
      type: 'AWS::SQS::Queue',
    }),
  })
}

function call(more: Partial<ApiCall> = {}): ApiCall {
  return {
    service: 'sqs',
    operation: 'SendMessage',
    region: 'us-east-1',
    caller: { kind: 'user', name: 'user' },
    input: {},
    idle: (waiting) => waiting(),
    ...more,
  }
}

function struck(of: FaultTrigger, calls: number): number[] {
  return Array.from({ length: calls }, (_, place) => place + 1).filter(() => of.strikes(call()))
}

describe('a fault strikes', () => {
  it('every call unless told otherwise', () => {
    expect(struck(trigger({}), 3)).toEqual([1, 2, 3])
  })

  it.each([
    [{ nth: 3 }, [3]],
    [{ every: 3 }, [3, 6, 9]],
    [{ times: 2 }, [1, 2]],
    [{ every: 2, times: 2 }, [2, 4]],
    [{ share: 0 }, []],
    [{ share: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ])('%j of ten calls', (moment, expected) => {
    expect(struck(trigger(moment), 10)).toEqual(expected)
  })

  it('about its share of the calls, the same ones for the same seed', () => {
    const some = struck(trigger({ share: 0.2 }, 7), 1000)
    expect(some.length).toBeGreaterThan(150)
    expect(some.length).toBeLessThan(250)
    expect(struck(trigger({ share: 0.2 }, 7), 1000)).toEqual(some)
    expect(struck(trigger({ share: 0.2 }, 8), 1000)).not.toEqual(some)
  })

  it('within its span only, and counts the calls within it', () => {
    const start = now
    const inside = trigger({ from: '1m', to: new Date(start + 120_000), nth: 2 })
    const at = (time: number): boolean => {
      now = start + time
      return inside.strikes(call())
    }
    expect([at(0), at(59_999), at(60_000), at(119_999), at(120_000)]).toEqual([
      false,
      false,
      false,
      true,
      false,
    ])
  })

  it.each<[Partial<Fault>, Partial<ApiCall>, boolean]>([
    [{}, { service: 'events' }, false],
    [{ operation: 'SendMessage' }, {}, true],
    [{ operation: 'SendMessage' }, { operation: 'DeleteMessage' }, false],
    [{ caller: 'user' }, {}, true],
    [{ caller: 'Relay' }, {}, false],
    [{ caller: 'Relay' }, { caller: { kind: 'function', name: 'LogicalRelay' } }, true],
    [{ caller: 'events.amazonaws.com' }, { caller: { kind: 'service', name: 'events.amazonaws.com' } }, true],
    [{ resource: 'orders' }, {}, false],
    [{ resource: 'orders' }, { input: { QueueUrl: 'http://x/1/orders' } }, true],
    [{ resource: 'orders' }, { input: { QueueUrl: 'http://x/1/other' } }, false],
    [{ resource: 'arn:aws:sqs:us-east-1:1:orders' }, { input: { QueueUrl: 'http://x/1/orders' } }, true],
  ])('%j at %j: %s', (fault, made, expected) => {
    expect(trigger(fault).strikes(call(made))).toBe(expected)
  })
})
