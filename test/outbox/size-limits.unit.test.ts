import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it } from 'vitest'
import { anythingGoes } from '../event/anything-goes.js'
import { mockedOutbox, rawClient } from './mocked-outbox.js'

/** Bytes that EventBridge counts besides the text: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size */
async function bytesBesideText(): Promise<number> {
  const event = anythingGoes.create({ aggregateId: '1', data: { text: '' } })
  const [put] = await mockedOutbox().outbox.batch().add(event).items()
  const row = put?.Put.Item ?? {}
  return 14 + Buffer.byteLength(`${row['obSource']}${row['obType']}${row['obDetail']}`)
}

describe('an event', () => {
  it.each([
    ['ASCII', 'x', 1],
    ['two bytes a character', 'ü', 2],
    ['three bytes a character', '€', 3],
    ['four bytes a character', '👋', 4],
  ])('of exactly the limit is sent, of one byte more refused before: %s', async (_, character, bytes) => {
    const { outbox, requests } = mockedOutbox()
    const room = 390_000 - (await bytesBesideText())
    const text = character.repeat(Math.floor(room / bytes)) + 'x'.repeat(room % bytes)
    await outbox.transact((tx) => tx.publish(anythingGoes.create({ aggregateId: '1', data: { text } })))
    expect(requests()).toHaveLength(1)

    const event = anythingGoes.create({ aggregateId: '1', data: { text: `${text}x` } })
    await expect(outbox.transact((tx) => tx.publish(event))).rejects.toMatchObject({
      code: 'EVENT_TOO_LARGE',
      message:
        'The event `AnythingGoes` has 390001 bytes as an EventBridge entry; at most 390000 are allowed. Store the payload elsewhere (S3) and publish a reference',
      details: {
        path: 'data',
        eventId: event.eventId,
        eventType: 'AnythingGoes',
        actual: 390_001,
        maximum: 390_000,
      },
    })
    expect(requests()).toHaveLength(1)
  })

  it('has the limit that was configured', async () => {
    const { outbox } = mockedOutbox({ maxEventBytes: 1000 })
    const event = anythingGoes.create({ aggregateId: '1', data: 'x'.repeat(1000) })
    await expect(outbox.batch().add(event).items()).rejects.toMatchObject({
      code: 'EVENT_TOO_LARGE',
      details: { maximum: 1000 },
    })
  })

  it('must fit into an item that still has room for its marks, whatever was configured', async () => {
    const { outbox } = mockedOutbox({ maxEventBytes: 999_999 })
    const event = anythingGoes.create({ aggregateId: '1', data: 'x'.repeat(408_500) })
    await expect(outbox.batch().add(event).items()).rejects.toMatchObject({
      code: 'EVENT_TOO_LARGE',
      message: expect.stringMatching(
        / has \d+ bytes as an item with room for its marks; at most 409600 are allowed/,
      ),
      details: { path: 'data', maximum: 409_600 },
    })
  })

  it('must have a partition key that DynamoDB takes: at most 2,048 bytes', async () => {
    const { outbox, requests } = mockedOutbox()
    const room = 2048 - Buffer.byteLength('OUTBOX#Thing#')
    const publish = (aggregateId: string): Promise<void> =>
      outbox.transact((tx) => tx.publish(anythingGoes.create({ aggregateId, data: {} })))
    await publish('x'.repeat(room))
    expect(requests()).toHaveLength(1)
    await expect(publish(`${'x'.repeat(room - 1)}ü`)).rejects.toMatchObject({
      code: 'INVALID_EVENT',
      message:
        'Expected `aggregateId` of event `AnythingGoes` to make a partition key of at most 2048 bytes, got 2049 bytes. Use a shorter id',
      details: { path: 'aggregateId', actual: 2049, maximum: 2048 },
    })
  })
})

describe('an item of the caller', () => {
  it('of exactly 400 KB is sent, of one byte more refused', async () => {
    const { outbox, requests } = mockedOutbox()
    const put = (bytes: number): Promise<void> =>
      outbox.transact((tx) => {
        tx.delete({ Key: { pk: 'a', sk: 'b' } })
        tx.put({ Item: { pk: 'a', sk: 'c', text: 'x'.repeat(bytes - 'paskctext'.length - 1) } })
      })
    await put(409_600)
    expect(requests()).toHaveLength(1)
    await expect(put(409_601)).rejects.toMatchObject({
      code: 'TRANSACTION_TOO_LARGE',
      message: 'The item of action 1 has 409601 bytes; DynamoDB allows at most 409600 per item',
      details: { path: 'actions[1].Item', action: 1, actual: 409_601, maximum: 409_600 },
    })
    expect(requests()).toHaveLength(1)
  })
})

it('an item is counted as the client marshalls it', async () => {
  const client = DynamoDBDocumentClient.from(rawClient(), {
    marshallOptions: { convertTopLevelContainer: true, removeUndefinedValues: true },
  })
  const dynamodb = mockClient(client)
  dynamodb.on(TransactWriteCommand).resolves({})
  const { outbox } = mockedOutbox({ client })
  const text = 'x'.repeat(409_600 - 'paskctext'.length - 1)
  const put = (item: Record<string, unknown>): Promise<void> =>
    outbox.transact((tx) => tx.put({ Item: { pk: 'a', sk: 'c', ...item } }))
  await put({ text, gone: undefined })
  await expect(put({ text: `${text}x` })).rejects.toMatchObject({ code: 'TRANSACTION_TOO_LARGE' })
  expect(dynamodb.calls()).toHaveLength(1)
})

describe('a transaction', () => {
  it('of more than 4 MB is refused, events included', async () => {
    const { outbox, requests } = mockedOutbox()
    const write = (items: number): Promise<void> =>
      outbox.transact((tx) => {
        for (let index = 0; index < items; index += 1)
          tx.put({ Item: { pk: 'a', sk: String(index), text: 'x'.repeat(400_000) } })
        tx.publish(anythingGoes.create({ aggregateId: '1', data: 'x'.repeat(380_000) }))
      })
    await write(9)
    expect(requests()).toHaveLength(1)
    await expect(write(10)).rejects.toMatchObject({
      code: 'TRANSACTION_TOO_LARGE',
      message: expect.stringMatching(
        /^The items of the transaction have 438\d{4} bytes together; at most 4194304 are allowed. Split the change$/,
      ),
      details: { actual: expect.any(Number), maximum: 4_194_304 },
    })
    expect(requests()).toHaveLength(1)
  })

  it('of more than 100 actions is refused, events included', async () => {
    const { outbox, requests } = mockedOutbox()
    const write = (actions: number): Promise<void> =>
      outbox.transact((tx) => {
        for (let index = 1; index < actions; index += 1) tx.delete({ Key: { pk: 'a', sk: String(index) } })
        tx.publish(anythingGoes.create({ aggregateId: '1', data: {} }))
      })
    await write(100)
    expect(requests()[0]?.items).toHaveLength(100)
    await expect(write(101)).rejects.toMatchObject({
      code: 'TOO_MANY_ITEMS',
      message:
        'The transaction has 101 actions, its events included; at most 100 are allowed. Split the change, or publish fewer events',
      details: { actual: 101, maximum: 100 },
    })
    expect(requests()).toHaveLength(1)
  })
})
