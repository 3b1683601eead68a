import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DeadLetterQueue } from '../../lib/dead-letter/dead-letter-queue.js'
import { notice } from '../../lib/dead-letter/notice.js'
import { aDeath } from './a-death.js'

// The emulator refuses the characters and the sizes that SQS refuses, and, unlike SQS, those beyond U+FFFF: they
// are in the unit test of the notice.
let server: FauxqsServer
let client: SQSClient
let queueUrl: string

beforeAll(async () => {
  server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  client = new SQSClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  ;({ QueueUrl: queueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: 'dead-letters' })))
})

afterAll(async () => {
  client.destroy()
  await server.stop()
})

async function received(item: Readonly<Record<string, unknown>>, errorCode?: string) {
  const death = aDeath(item, errorCode === undefined ? {} : { errorCode })
  await new DeadLetterQueue({ client, queueUrl }).send(notice(death, { tableName: 'shop-table' }))
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl, MessageAttributeNames: ['All'], VisibilityTimeout: 600 }),
  )
  expect(Messages).toHaveLength(1)
  const [message] = Messages ?? []
  return {
    body: JSON.parse(message?.Body ?? '') as { event: Record<string, unknown> },
    attributes: Object.fromEntries(
      Object.entries(message?.MessageAttributes ?? {}).map(([name, { StringValue }]) => [name, StringValue]),
    ),
  }
}

it.each([
  ['usual', 'plain'],
  ['U+FFFE and U+FFFF', 'a\ufffe\uffffb'],
  ['control characters', 'a\u0000\u0001\u0008\u001f\u007f\u009fb'],
  ['lone surrogates', 'a\ud800b\udfffc'],
])('a notice with %s arrives whole', async (_, data) => {
  const { body } = await received({ obDetail: JSON.stringify({ data }) })
  expect(body.event['detail']).toEqual({ data })
  // As text, in a detail that is no JSON.
  const text = `${data} {`
  expect((await received({ obDetail: text })).body.event['detail']).toBe(text)
})

it('its attributes arrive, with what SQS refuses replaced, cut, or left out when empty', async () => {
  const { attributes } = await received({ obType: `T\u0000\ufffe\ud800${'é'.repeat(300)}` }, '')
  expect(attributes).toEqual({
    eventId: 'e1',
    eventType: `T???${'é'.repeat(252)}`,
    aggregateType: 'thing',
    aggregateId: 'a',
    attempts: '3',
  })
})

it.each([
  ['the largest event that fits', JSON.stringify({ data: 'x'.repeat(390_000) }), true],
  ['escaped to just below the limit', '\u0001'.repeat(166_000), true],
  ['escaped to over the limit', '\u0001'.repeat(390_000), false],
])('%s arrives', async (_, obDetail, whole) => {
  const { body } = await received({ obDetail, obType: '€'.repeat(300) })
  expect('detail' in body.event).toBe(whole)
  expect('detailOmitted' in body.event).toBe(!whole)
})
