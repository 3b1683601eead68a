import { expect, it } from 'vitest'
import { AccessKeys } from '../../../lib/local/gateway/access-keys.js'
import { Gateway, type GatewayOptions } from '../../../lib/local/gateway/gateway.js'
import type { GatewayRequest } from '../../../lib/local/gateway/gateway-message.js'
import { serviceBackend } from '../../../lib/local/gateway/service-backend.js'
import { Activity } from '../../../lib/local/time/activity.js'
import { HeldCalls } from '../../../lib/local/time/held-calls.js'
import { VirtualClock } from '../../../lib/local/time/virtual-clock.js'

const REQUEST: GatewayRequest = {
  method: 'POST',
  url: new URL('http://gateway/'),
  headers: {
    'x-amz-target': 'AWSEvents.PutEvents',
    authorization: 'AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/events/aws4_request',
  },
  body: Buffer.from('{}'),
  signal: new AbortController().signal,
}

function failing(): never {
  throw new TypeError('payload')
}

it.each<[string, Partial<GatewayOptions>]>([
  ['who records', { spies: { recordCall: failing, warn: () => undefined } }],
  ['who counts', { onServed: failing }],
])('%s and fails breaks no call, and nothing stays at work', async (_who, options) => {
  const activity = new Activity()
  const warnings: string[] = []
  const warn = (warning: string): void => void warnings.push(warning)
  const spies = { recordCall: () => undefined, ...options.spies, warn }
  const gateway = new Gateway({
    keys: new AccessKeys(),
    clock: new VirtualClock(activity),
    activity,
    heldCalls: new HeldCalls(),
    ...options,
    spies,
  })
  gateway.register(serviceBackend({ name: 'events', actions: { PutEvents: async () => ({ done: true }) } }))
  const { statusCode, body } = await gateway.answer(REQUEST)
  expect([statusCode, body.toString()]).toEqual([200, '{"done":true}'])
  await activity.quiet()
  expect(warnings).toEqual([expect.stringMatching(/^What is told of events PutEvents failed: TypeError at /)])
  expect(warnings.join()).not.toContain('payload')
})
