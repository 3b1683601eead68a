import { describe, expect, it } from 'vitest'
import { assertOptions } from '../../lib/local/assert-options.js'
import { assertFault } from '../../lib/local/faults/assert-fault.js'
import type { Fault, LocalCloudOptions } from '../../lib/local/index.js'
import { streamSettings } from '../../lib/local/streams/stream-options.js'
import { milliseconds } from '../../lib/local/time/duration.js'

/** What people write without a type checker. */
const untyped = <T>(value: unknown): T => value as T

describe('options of the local cloud', () => {
  it.each([
    [{ seed: 'abc' }, '`seed` to be a whole number'],
    [{ seed: Number.NaN }, '`seed` to be a whole number'],
    [{ seed: 1.5 }, '`seed` to be a whole number'],
    [{ region: 'nowhere!' }, '`region` to be a Region such as eu-west-1'],
    [{ region: '' }, '`region` to be a Region such as eu-west-1'],
    [{ authoriser: {} }, '`authoriser` to be an object with a function `authorise`'],
    [{ assembly: 5 }, '`assembly` to be the path of a folder'],
    [{ stacks: 'Shop' }, '`stacks` to be a list of stack names'],
    [{ log: true }, '`log` to be a function'],
    [{ assemblies: 'cdk.out' }, '`options` has no member `assemblies`'],
    [null, '`options` to be an object'],
  ])('%j is refused', (options, message) => {
    expect(() => assertOptions(untyped<LocalCloudOptions>(options))).toThrow(message)
  })

  it.each([
    [{ shard: 2 }, '`streams` has no member `shard`'],
    [{ shuffle: 'no' }, '`streams.shuffle` to be true or false'],
    [{ delayedTransactions: '0.5' }, '`streams.delayedTransactions` to be a number'],
    [{ redelivery: true }, '`streams.redelivery` to be a number'],
    ['x', '`streams` to be an object'],
  ])('streams %j is refused', (options, message) => {
    expect(() => streamSettings(untyped(options))).toThrow(message)
  })
})

describe('a fault', () => {
  const throttle = { service: 'events', operation: 'PutEvents', kind: 'throttle' }
  it.each([
    [{ ...throttle, service: 'eventbridge' }, "no service 'eventbridge'. It goes by its name in IAM: events"],
    [{ ...throttle, service: 'dynamo' }, 'dynamodb'],
    [{ ...throttle, service: undefined }, "no service 'undefined'"],
    [{ ...throttle, operation: 'putEvents' }, "'putEvents' is no operation of events"],
    [{ ...throttle, kind: 'foo' }, '`kind` to be one of throttle'],
    [{ service: 'events' }, '`kind` to be one of throttle'],
    [{ ...throttle, shar: 0.5 }, '`fault` has no member `shar`'],
    [{ ...throttle, share: '0.5' }, '`share` to be from 0 to 1'],
    [{ ...throttle, from: '10m', to: '5m' }, '`to` to be later than `from`'],
    [{ ...throttle, from: new Date(Number.NaN) }, '`from` to be a valid Date'],
    [{ ...throttle, kind: 'error' }, '`code` to be an AWS error code'],
    [{ ...throttle, kind: 'partial', entries: 'x' }, '`entries` to be places from 0'],
    [null, '`kind` to be one of throttle'],
  ])('%j is refused', (fault, message) => {
    expect(() => assertFault(untyped<Fault>(fault))).toThrow(message)
  })

  it('that is well made is taken', () => {
    assertFault(untyped<Fault>({ ...throttle, share: 0.5, from: '5m', to: '10m' }))
  })
})

describe('a duration', () => {
  it.each(['1h foo', '1h30', '', 'soon', [1], undefined])('%j is refused', (duration) => {
    expect(() => milliseconds(untyped(duration))).toThrow('to be milliseconds or text such as 90s, 2h or 1d')
  })

  it.each([
    ['90s', 90_000],
    ['1d 12h', 129_600_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    [5, 5],
  ])('%j is %i milliseconds', (duration, expected) => {
    expect(milliseconds(duration)).toBe(expected)
  })
})
