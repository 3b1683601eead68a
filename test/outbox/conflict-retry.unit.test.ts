import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anythingGoes } from '../event/anything-goes.js'
import { canceled, mockedOutbox } from './mocked-outbox.js'

const conflict = canceled('None', 'TransactionConflict')
const inProgress = Object.assign(new Error('in progress'), { name: 'TransactionInProgressException' })
const event = anythingGoes.create({ aggregateId: '1', data: {} })

function write(
  outbox: ReturnType<typeof mockedOutbox>['outbox'],
  ran: () => void = () => undefined,
): Promise<string> {
  return outbox.transact((tx) => {
    ran()
    tx.put({ Item: { pk: 'a', sk: 'b' } })
    tx.publish(event)
    return 'result'
  })
}

describe('a conflict with another transaction', () => {
  it.each([
    ['TransactionConflict', conflict],
    ['TransactionInProgressException', inProgress],
    ['a conflict and throttling together', canceled('ThrottlingError', 'TransactionConflict')],
  ])('passes: the same request is sent again under the same token (%s)', async (_, error) => {
    const { outbox, dynamodb, requests, waits } = mockedOutbox()
    dynamodb.rejectsOnce(error).rejectsOnce(error).resolves({})
    let runs = 0
    const result = await write(outbox, () => {
      runs += 1
    })
    expect(result).toBe('result')
    expect(runs).toBe(1)
    const sent = requests()
    expect(sent).toHaveLength(3)
    expect(sent[0]?.token).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent.map((request) => JSON.stringify(request))).toEqual(Array(3).fill(JSON.stringify(sent[0])))
    // Half of 25 ms and 50 ms is fixed; half of the other half is what the randomness of 0.5 gives.
    expect(waits).toEqual([18.75, 37.5])
  })

  it('that does not pass ends as CONFLICT after six tries', async () => {
    const { outbox, dynamodb, requests, waits } = mockedOutbox({ random: () => 0 })
    dynamodb.rejects(conflict)
    await expect(write(outbox)).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'Other transactions kept hold of the item of action 1 (Put in table `orders`); nothing was written. Run the operation again',
      details: { path: 'actions[1]', action: 1 },
      cause: conflict,
    })
    expect(new Set(requests().map(({ token }) => token)).size).toBe(1)
    expect(requests()).toHaveLength(6)
    expect(waits).toEqual([12.5, 25, 50, 100, 200])
  })

  it('an unfinished transaction of the same token keeps the error of the SDK in the end', async () => {
    const { outbox, dynamodb, requests } = mockedOutbox()
    dynamodb.rejects(inProgress)
    await expect(write(outbox)).rejects.toBe(inProgress)
    expect(requests()).toHaveLength(6)
  })

  it('each operation has a token of its own', async () => {
    const { outbox, requests } = mockedOutbox()
    await write(outbox)
    await write(outbox)
    const [one, other] = requests()
    expect(one?.token).not.toBe(other?.token)
  })

  it('the waits are spread at random between half and the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), async (random) => {
        const { outbox, dynamodb, waits } = mockedOutbox({ random: () => random })
        dynamodb.rejects(conflict)
        await write(outbox).catch(() => undefined)
        expect(waits).toHaveLength(5)
        for (const [index, wait] of waits.entries()) {
          const full = 25 * 2 ** index
          expect(wait).toBeGreaterThanOrEqual(full / 2)
          expect(wait).toBeLessThan(full)
        }
      }),
      { numRuns: 20 },
    )
  })
})
