import { expect, it } from 'vitest'
import { AccessKeys } from '../../../lib/local/gateway/access-keys.js'
import { Gateway } from '../../../lib/local/gateway/gateway.js'
import { serviceBackend } from '../../../lib/local/gateway/service-backend.js'
import { Activity } from '../../../lib/local/time/activity.js'
import { HeldCalls } from '../../../lib/local/time/held-calls.js'
import { VirtualClock } from '../../../lib/local/time/virtual-clock.js'

function gateway(): Gateway {
  const activity = new Activity()
  const made = new Gateway({
    keys: new AccessKeys(),
    clock: new VirtualClock(activity),
    activity,
    heldCalls: new HeldCalls(),
    spies: { recordCall: () => undefined, warn: () => undefined },
  })
  for (const name of ['events', 'sts', 'lambda', 's3']) made.register(serviceBackend({ name, actions: {} }))
  return made
}

type Headers = Readonly<Record<string, string>>
const FORM: Headers = { 'content-type': 'application/x-www-form-urlencoded' }

it.each<[string, string, string, Headers, string, string]>([
  ['events', 'POST', '/', { 'x-amz-target': 'AWSEvents.constructor' }, '{}', 'UnknownOperationException'],
  ['events', 'POST', '/', { 'x-amz-target': 'AWSEvents.toString' }, '{}', 'UnknownOperationException'],
  ['events', 'POST', '/', { 'x-amz-target': 'constructor.GetItem' }, '{}', 'UnknownOperationException'],
  ['events', 'POST', '/', { 'x-amz-target': '__proto__.GetItem' }, '{}', 'UnknownOperationException'],
  ['constructor', 'POST', '/', FORM, 'Action=A', 'UnknownOperationException'],
  ['s3', 'GET', '/archive/%zz', {}, '', 'InvalidURI'],
  ['s3', 'GET', '/%c3', {}, '', 'InvalidURI'],
  ['s3', 'PUT', '/archive/a', { 'x-amz-copy-source': 'archive/%zz' }, '', 'InvalidArgument'],
  ['lambda', 'POST', '/2015-03-31/functions/%zz/invocations', {}, '{}', 'ValidationException'],
  ['scheduler', 'GET', '/schedules/%zz', {}, '', 'ValidationException'],
])(
  'of %s: %s %s %j is told that it is wrong, so that nobody tries it again',
  async (service, method, path, headers, body, code) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/${service}/aws4_request`
    const answer = await gateway().answer({
      method,
      url: new URL(path, 'http://gateway'),
      headers: { authorization, ...headers },
      body: Buffer.from(body),
      signal: new AbortController().signal,
    })
    expect([400, 404]).toContain(answer.statusCode)
    expect(`${answer.headers['x-amzn-errortype']} ${answer.body.toString()}`).toContain(code)
  },
)
