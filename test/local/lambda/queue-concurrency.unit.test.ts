import { describe, expect, it } from 'vitest'
import { BatchConcurrency } from '../../../lib/local/lambda/event-source-mapping/queue/batch-concurrency.js'

const MINUTE = 60_000

describe('batches of a queue at once', () => {
  it('are five at first, and 300 more after each minute in which all were busy', () => {
    const concurrency = new BatchConcurrency()
    expect([concurrency.isFull(4, 0), concurrency.isFull(5, 0)]).toEqual([false, true])
    expect(concurrency.untilMore(10_000)).toBe(50_000)
    expect(concurrency.isFull(5, MINUTE - 1)).toBe(true)
    expect([concurrency.isFull(5, MINUTE), concurrency.isFull(305, MINUTE)]).toEqual([false, true])
    expect([concurrency.isFull(305, 2 * MINUTE), concurrency.isFull(605, 2 * MINUTE)]).toEqual([false, true])
  })

  it('are never more than 1,250', () => {
    const concurrency = new BatchConcurrency()
    for (let minute = 0; minute < 10; minute += 1) concurrency.isFull(1250, minute * MINUTE)
    expect(concurrency.isFull(1249, 10 * MINUTE)).toBe(false)
    expect(concurrency.isFull(1250, 20 * MINUTE)).toBe(true)
    expect(concurrency.untilMore(20 * MINUTE)).toBeUndefined()
  })

  it('begin anew once nothing is under way', () => {
    const concurrency = new BatchConcurrency()
    concurrency.isFull(5, 0)
    expect(concurrency.isFull(5, MINUTE)).toBe(false)
    concurrency.isFull(0, 2 * MINUTE)
    expect(concurrency.isFull(5, 2 * MINUTE)).toBe(true)
  })

  it("are as many as the mapping's MaximumConcurrency", () => {
    const concurrency = new BatchConcurrency(2)
    expect([concurrency.isFull(1, 0), concurrency.isFull(2, 0)]).toEqual([false, true])
    expect(concurrency.isFull(2, MINUTE)).toBe(true)
    expect(new BatchConcurrency(7).untilMore(0)).toBe(MINUTE)
  })
})
