import { expect, it } from 'vitest'
import type { Caller } from '../../../lib/local/caller.js'
import { AccessKeys } from '../../../lib/local/gateway/access-keys.js'

const of = (environmentId: string): Caller => ({ kind: 'function', name: 'Worker', environmentId })
const idOf = (keys: AccessKeys, caller: Caller): string => keys.of(caller).accessKeyId

it('execution environments that called last are known, those of long ago are forgotten', () => {
  const keys = new AccessKeys()
  const service: Caller = { kind: 'service', name: 'lambda.amazonaws.com', sourceArn: 'arn' }
  const serviceKey = idOf(keys, service)
  const used = idOf(keys, of('used'))
  const unused = idOf(keys, of('unused'))
  for (let place = 0; place < 20_000; place += 1) {
    keys.of(of(String(place)))
    if (place % 1000 === 0) expect(keys.callerOf(used)).toEqual(of('used'))
  }
  expect(keys.callerOf(unused)).toEqual({ kind: 'user', name: 'user' })
  expect(keys.callerOf(used)).toEqual(of('used'))
  // However long it said nothing.
  expect(keys.callerOf(serviceKey)).toEqual(service)
})
