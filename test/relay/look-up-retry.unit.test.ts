import { describe, expect, it } from 'vitest'
import { lookUp } from '../../lib/relay/look-up.js'
import { keyText, type RowKey } from '../../lib/store/row-key.js'
import { FakeClock } from '../delivery/fake-clock.js'
import { MemoryStore } from './memory-store.js'

const KEYS: readonly RowKey[] = ['a', 'b', 'c'].map((sort) => ({ partition: 'OUTBOX#thing#1', sort }))

function world() {
  const store = new MemoryStore()
  for (const key of KEYS) store.put(key, { obStatus: 'PENDING', obShard: 'P#eu-west-1#01', obDue: 'x' })
  const clock = new FakeClock()
  const run = () => lookUp(KEYS, { store, clock, random: () => 0.5, until: clock.now() + 20_000 })
  return { store, clock, run }
}

describe('a look-up', () => {
  it('asks again for what was left unprocessed, and for that only', async () => {
    const { store, run } = world()
    store.onLookUp = (keys) => (keys.length === 3 ? keys.slice(1) : [])
    const { states, unread, errorCode } = await run()
    expect([states.size, unread.size, errorCode]).toEqual([3, 0, undefined])
    expect(store.lookedUp.map((keys) => keys.map(({ sort }) => sort))).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ])
  })

  it('goes on after an error', async () => {
    const { store, run } = world()
    let failures = 2
    store.onLookUp = () => {
      failures -= 1
      if (failures >= 0) throw Object.assign(new Error('slow down'), { name: 'ThrottlingException' })
      return []
    }
    const { states, unread } = await run()
    expect([states.size, unread.size]).toEqual([3, 0])
  })

  it('lasts as long as it may when the table refuses everything, and keeps what it learnt', async () => {
    const { store, clock, run } = world()
    const start = clock.now()
    store.onLookUp = (keys) => {
      if (keys.length === 3) return keys.slice(1)
      throw Object.assign(new Error('no'), { name: 'AccessDeniedException' })
    }
    const { states, unread, errorCode } = await run()
    expect([...states.keys()]).toEqual(KEYS.slice(0, 1).map(keyText))
    expect([...unread]).toEqual(KEYS.slice(1).map(keyText))
    expect(errorCode).toBe('AccessDeniedException')
    expect(clock.now() - start).toBeGreaterThan(10_000)
    expect(clock.now() - start).toBeLessThanOrEqual(20_000)
  })
})
