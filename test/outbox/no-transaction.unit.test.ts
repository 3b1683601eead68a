import { describe, expect, it } from 'vitest'
import type { Outbox } from '../../lib/outbox/outbox.js'
import type { Transaction } from '../../lib/outbox/transaction.js'
import { anythingGoes } from '../event/anything-goes.js'
import { mockedOutbox } from './mocked-outbox.js'

const event = anythingGoes.create({ aggregateId: '1', data: {} })
const ended = {
  code: 'NO_TRANSACTION',
  message:
    'The transaction has ended: await all that writes or publishes before the function given to `transact` returns',
}

async function deepInTheCode(outbox: Outbox, levels: number): Promise<void> {
  await Promise.resolve()
  if (levels === 0) outbox.enqueue(event)
  else await Promise.all([deepInTheCode(outbox, levels - 1)])
}

describe('enqueue', () => {
  it('outside a transaction is refused, for nothing would commit the event', () => {
    const { outbox } = mockedOutbox()
    expect(() => outbox.enqueue(event)).toThrow(
      expect.objectContaining({
        code: 'NO_TRANSACTION',
        message:
          '`enqueue` was called outside a transaction, where nothing would commit the event: call it inside `outbox.transact(…)`',
      }),
    )
  })

  it('finds the transaction around it, however deep in asynchronous calls', async () => {
    const { outbox, requests } = mockedOutbox()
    await outbox.transact(() => deepInTheCode(outbox, 5))
    expect(requests()[0]?.items.map(({ Put }) => Put?.Item?.['sk'])).toEqual([event.eventId])
  })

  it('finds its own transaction where several run at once', async () => {
    const { outbox, requests } = mockedOutbox()
    const ids = ['a', 'b', 'c']
    await Promise.all(
      ids.map((aggregateId) =>
        outbox.transact(async (tx) => {
          tx.put({ Item: { pk: aggregateId, sk: 'item' } })
          await Promise.resolve()
          outbox.enqueue(anythingGoes.create({ aggregateId, data: {} }))
        }),
      ),
    )
    const pairs = requests().map(({ items }) => items.map(({ Put }) => Put?.Item?.['pk']))
    expect(pairs.sort()).toEqual(ids.map((id) => [id, `OUTBOX#Thing#${id}`]))
  })

  it('does not see the transaction of another outbox', async () => {
    const { outbox } = mockedOutbox()
    const other = mockedOutbox()
    await expect(other.outbox.transact(() => outbox.enqueue(event))).rejects.toMatchObject({
      code: 'NO_TRANSACTION',
    })
    expect(other.requests()).toEqual([])
  })
})

describe('a transaction that has ended', () => {
  it.each<[string, (tx: Transaction) => void]>([
    ['put', (tx) => tx.put({ Item: { pk: 'a', sk: 'b' } })],
    ['update', (tx) => tx.update({ Key: { pk: 'a', sk: 'b' }, UpdateExpression: 'REMOVE x' })],
    ['delete', (tx) => tx.delete({ Key: { pk: 'a', sk: 'b' } })],
    ['check', (tx) => tx.check({ Key: { pk: 'a', sk: 'b' }, ConditionExpression: 'attribute_exists(pk)' })],
    ['publish', (tx) => tx.publish(event)],
  ])('takes nothing more, for it would be lost: %s', async (_, use) => {
    const { outbox, requests } = mockedOutbox()
    const tx = await outbox.transact((transaction) => transaction)
    expect(() => use(tx)).toThrow(expect.objectContaining(ended))
    expect(requests()).toEqual([])
  })

  it('tells work that nobody awaited', async () => {
    const { outbox } = mockedOutbox()
    const gate = deferred()
    let late: Promise<unknown> = Promise.resolve()
    await outbox.transact(() => {
      late = gate.promise.then(() => outbox.enqueue(event))
    })
    const told = expect(late).rejects.toMatchObject(ended)
    gate.resolve()
    await told
  })

  it('by an error of the work sends nothing, and the error comes through', async () => {
    const { outbox, requests } = mockedOutbox()
    const wrong = new Error('the domain says no')
    const write = outbox.transact((tx) => {
      tx.put({ Item: { pk: 'a', sk: 'b' } })
      tx.publish(event)
      throw wrong
    })
    await expect(write).rejects.toBe(wrong)
    expect(requests()).toEqual([])
  })

  it('without any action sends nothing', async () => {
    const { outbox, requests } = mockedOutbox()
    expect(await outbox.transact(async () => 7)).toBe(7)
    expect(requests()).toEqual([])
  })
})

describe('a batch whose items were taken', () => {
  it('takes no further events, for they would be in no transaction', async () => {
    const { outbox } = mockedOutbox()
    const batch = outbox.batch().add(event)
    await batch.items()
    expect(() => batch.add(anythingGoes.create({ aggregateId: '1', data: {} }))).toThrow(
      expect.objectContaining({
        code: 'NO_TRANSACTION',
        message: 'The items of this batch were taken already: add all events first, or start another batch',
      }),
    )
  })
})

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
