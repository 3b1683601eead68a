import { expect, it } from 'vitest'
import { functionResource } from '../lambda/lambda-resources.js'
import { startCloud } from '../start-cloud.js'
import { QUEUES } from '../templates.js'

/** Receives once, by plain HTTP: an asset has no packages. */
const POLLING = `
exports.handler = async () => {
  const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, QUEUE_URL } = process.env
  const begin = Date.now()
  const response = await fetch(AWS_ENDPOINT_URL, {
    method: 'POST',
    headers: {
      'x-amz-target': 'AmazonSQS.ReceiveMessage',
      'content-type': 'application/x-amz-json-1.0',
      authorization: 'AWS4-HMAC-SHA256 Credential=' + AWS_ACCESS_KEY_ID + '/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify({ QueueUrl: QUEUE_URL, WaitTimeSeconds: 20 }),
  })
  return { ok: response.ok, answer: await response.json(), waited: Date.now() - begin }
}
`

it("a function's long poll ends empty when it is over, before the function's own time-out", async () => {
  const Environment = { Variables: { QUEUE_URL: { Ref: 'Orders' } } }
  const cloud = await startCloud(
    { ...QUEUES, Polling: functionResource('polling', { Environment, Timeout: 60 }) },
    { assets: { polling: { 'index.js': POLLING } } },
  )
  const polls = new Promise<void>((resolve) => {
    cloud.intercept(async (call, next) => {
      if (call.operation === 'ReceiveMessage') resolve()
      return next()
    })
  })
  const invoked = cloud.invoke('Polling', {})
  await polls
  await cloud.clock.advance('5m')
  const waited: unknown = expect.toSatisfy((duration) => duration >= 19_900 && duration < 60_000)
  expect(await invoked).toEqual({ kind: 'success', payload: { ok: true, answer: {}, waited } })
})
