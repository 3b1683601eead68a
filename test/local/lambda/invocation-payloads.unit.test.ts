import fc from 'fast-check'
import { expect, it } from 'vitest'
import { invocationPayloads } from '../../../lib/local/lambda/event-source-mapping/queue/invocation-payloads.js'

const ARN = 'arn:aws:sqs:eu-west-1:000000000000:orders'
/** Bytes of a record with an empty body and no message id, and of the event around records. */
const ONE = JSON.stringify({ Records: [JSON.parse(recordsOf('')[0] ?? '')] }).length

function recordsOf(...bodies: readonly string[]): string[] {
  return invocationPayloads(
    bodies.map((Body) => ({ Body })),
    ARN,
  ).flatMap(({ text }) => JSON.parse(text).Records.map((record: unknown) => JSON.stringify(record)))
}

it('is one invocation when all fit', () => {
  const [payload, ...others] = invocationPayloads([{ Body: 'a' }, { Body: 'b' }], ARN)
  expect(others).toEqual([])
  expect(JSON.parse(payload?.text ?? '')).toMatchObject({ Records: [{ body: 'a' }, { body: 'b' }] })
})

it('cuts in order, never over the limit, and loses nothing', () => {
  const bodies = fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(bodies, fc.integer({ min: ONE + 1000, max: 6000 }), (texts, maximum) => {
      const messages = texts.map((Body) => ({ Body }))
      const payloads = invocationPayloads(messages, ARN, maximum)
      expect(payloads.flatMap((payload) => payload.messages)).toEqual(messages)
      for (const { text } of payloads) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maximum)
      const records = payloads.flatMap(({ text }) => JSON.parse(text).Records)
      expect(records.map(({ body }: { body: string }) => body)).toEqual(texts)
    }),
  )
})

it('splits ten messages of 1 MB', () => {
  const messages = Array.from({ length: 10 }, () => ({ Body: 'x'.repeat(1_000_000) }))
  expect(invocationPayloads(messages, ARN).map((payload) => payload.messages.length)).toEqual([6, 4])
})
