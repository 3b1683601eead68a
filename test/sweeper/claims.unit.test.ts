import { describe, expect, it } from 'vitest'
import { shardKey, shardOf } from '../../lib/store/shard.js'
import { idOf } from '../delivery/make-row.js'
import {
  ACCEPTED,
  answered,
  each,
  MALFORMED,
  REFUSED,
  UNAVAILABLE,
} from '../delivery/scripted-destination.js'
import { keyOf, MINUTE, SWEEP_TIMEOUT, sweeperWorld } from './sweeper-world.js'

const context = { getRemainingTimeInMillis: () => SWEEP_TIMEOUT }
const shardOfA = shardKey('R', 'eu-west-1', shardOf('thing', 'a'))

describe('a claim', () => {
  it('holds the row for two minutes, under a fence of its own, before anything is sent', async () => {
    const world = sweeperWorld()
    world.write('P', ['a1'], -80 * MINUTE)
    world.write('S', ['a2'], -MINUTE)
    const before = ['a1', 'a2'].map((id) => world.row(id)['obDue'])
    const seen: Record<string, unknown>[] = []
    world.beforeSend = async (events) => {
      seen.push(...events.map((event) => ({ ...world.row(idOf(event)) })))
    }
    await world.sweep()
    expect(seen.map(({ sk }) => sk)).toEqual(['a2', 'a1'])
    for (const row of seen) {
      expect(row).toMatchObject({ obStatus: 'PENDING', obShard: shardOfA, obClaims: 1 })
      expect(String(row['obDue'])).toMatch(/^2026-03-01T12:02:00\.\d{3}Z#[0-9a-f]{8}$/)
      expect(before).not.toContain(row['obDue'])
    }
  })

  it('is not made on what the index shows though it is gone, published, held or moved', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'a2', 'a3', 'a4'], -MINUTE)
    const entry = (id: string) => ({
      key: keyOf(id),
      shard: shardOfA,
      due: String(world.row(id)['obDue']),
    })
    world.index.stale = ['a1', 'a2', 'a3', 'a4'].map(entry)
    world.store.items.delete('OUTBOX#thing#a\u0000a1')
    Object.assign(world.row('a2'), { obStatus: 'PUBLISHED', obShard: undefined })
    Object.assign(world.row('a3'), { obDue: '2026-03-01T12:01:00.000Z#another' })
    Object.assign(world.row('a4'), { obShard: shardOfA.replace('R', 'P') })
    await world.sweep()
    expect(world.sent()).toEqual([])
    expect(world.store.applied).toEqual([])
    expect(world.sink.counts).toEqual({})
  })

  it('is made once on what the index shows twice', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    const due = String(world.row('a1')['obDue'])
    world.index.stale = [{ key: keyOf('a1'), shard: shardOfA, due }]
    await world.sweep()
    expect(world.sent()).toEqual(['a1'])
    expect(world.store.applied.map(({ transition }) => transition)).toEqual(['claim', 'publish'])
  })

  it('that another worker makes first is his', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'a2'], -MINUTE)
    world.store.fail(({ transition, key }) => {
      if (transition === 'claim' && key.sort === 'a1')
        Object.assign(world.row('a1'), { obDue: '2026-03-01T12:02:00.000Z#another' })
      return false
    })
    await world.sweep()
    expect(world.sent()).toEqual(['a2'])
    expect(world.row('a1')).toMatchObject({ obStatus: 'PENDING', obDue: '2026-03-01T12:02:00.000Z#another' })
  })

  it('is not made on a row that was published meanwhile', async () => {
    const world = sweeperWorld()
    world.write('P', ['a1'], -80 * MINUTE)
    world.store.fail(({ transition }) => {
      if (transition === 'claim')
        Object.assign(world.row('a1'), { obStatus: 'PUBLISHED', obShard: undefined })
      return false
    })
    await world.sweep()
    expect([world.sent(), world.state('a1')]).toEqual([[], 'PUBLISHED/-'])
  })
})

describe('two sweeps at once', () => {
  it('send each event once', async () => {
    const world = sweeperWorld()
    const ids = [...'abcdefgh'].flatMap((name) => [`${name}1`, `${name}2`])
    world.write('R', ids, -MINUTE)
    const other = world.another()
    await Promise.all([world.sweep(), other.sweep(context)])
    expect(world.sent().sort()).toEqual(ids)
    expect(new Set(world.states(...ids))).toEqual(new Set(['PUBLISHED/-']))
  })
})

describe('a sweeper that is stalled past its lease', () => {
  it('can no longer fail, release or bury a row that another one holds', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1', 'c1'], -MINUTE)
    let stalled = false
    world.answer = each((event) => {
      if (idOf(event) === 'a1') return REFUSED
      return idOf(event) === 'b1' ? MALFORMED : ACCEPTED
    })
    const held: unknown[] = []
    world.beforeSend = async () => {
      if (stalled) return
      stalled = true
      world.clock.advance(3 * MINUTE)
      // Another one takes all rows while this one stands still.
      for (const id of ['a1', 'b1', 'c1'])
        Object.assign(world.row(id), { obDue: '2026-03-01T12:05:00.000Z#another', obClaims: 2 })
      held.push(...['a1', 'b1'].map((id) => ({ ...world.row(id) })))
    }
    await world.sweep()
    expect(stalled).toBe(true)
    expect(['a1', 'b1'].map(world.row)).toEqual(held)
    expect(world.sqs.calls()).toHaveLength(0)
  })

  it('sends nothing after the lease; the one who has the rows now delivers them', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'a2'], -MINUTE)
    const other = world.another()
    let stalled = false
    // Claimed, and then nothing for three minutes: before the call is begun.
    world.store.fail(({ transition }) => {
      if (transition === 'claim' && !stalled) {
        stalled = true
        world.clock.advance(3 * MINUTE)
      }
      return false
    })
    // Long enough that only the lease is over.
    await world.sweep(10 * MINUTE)
    expect(world.calls()).toEqual([])
    await other.sweep(context)
    expect(world.sent()).toEqual(['a1', 'a2'])
  })

  it('may still say that an event was delivered', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.beforeSend = async () => {
      Object.assign(world.row('a1'), { obDue: '2026-03-01T12:05:00.000Z#another' })
    }
    await world.sweep()
    expect(world.state('a1')).toBe('PUBLISHED/-')
  })
})

describe('a row that is edited by hand', () => {
  it('into something that can never be sent is a dead letter at once, and people are told', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE, { obDetail: 'no JSON' })
    await world.sweep()
    expect([world.calls(), world.state('a1')]).toEqual([[], 'DEAD/D'])
    expect(world.sqs.calls()).toHaveLength(1)
    expect(world.sink.counts).toEqual({ EventsRejected: 1 })
  })

  it('so that it is due but nobody can act on it is counted, and stops nobody', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE, { obStatus: 'WAITING' })
    world.write('R', ['a2'], -MINUTE)
    await world.sweep()
    expect([world.sent(), world.state('a1')]).toEqual([['a2'], 'WAITING/R'])
    expect(world.sink.counts).toEqual({ EventsPublished: 1, RecordsUnreadable: 1 })
  })

  it('and vanishes meanwhile is not made again', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.beforeSend = async () => {
      world.store.items.clear()
    }
    await world.sweep()
    expect([world.sent(), world.store.items.size]).toEqual([['a1'], 0])
  })

  it('whose fence is no time or lies at the end of time does not break the sweep', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], 0, { obDue: '+275760-09-13T00:00:00.000Z#x' })
    world.write('R', ['a2'], 0, { obDue: '1' })
    world.write('R', ['a3'], 0, { obDue: 'soon' })
    await world.sweep()
    expect(world.states('a1', 'a2', 'a3')).toEqual(['PUBLISHED/-', 'PUBLISHED/-', 'PENDING/R'])
  })
})

describe('an outage', () => {
  it('at the beginning: nothing is claimed', async () => {
    const world = sweeperWorld({}, { probe: () => ({ code: 'InternalException', message: 'Down' }) })
    world.write('R', ['a1'], -MINUTE)
    await world.sweep()
    expect([world.store.applied, world.calls()]).toEqual([[], []])
    expect(world.sink.counts).toEqual({ Outages: 1 })
    expect(world.sink.levels).toMatchObject({ EventsPending: 1 })
  })

  it('is none where only the heartbeat is not admitted: the events tell', async () => {
    const probe = () => ({ code: 'NotAuthorizedForSourceException', message: 'No' })
    const world = sweeperWorld({}, { probe })
    world.write('S', ['a1'], -MINUTE)
    await world.sweep()
    expect(world.state('a1')).toBe('PUBLISHED/-')
    expect(world.sink.counts).toMatchObject({ EventsPublished: 1, Outages: 1 })
  })

  it('in which nothing is admitted charges nobody an attempt, and ends the sweep soon', async () => {
    const denied = { code: 'AccessDeniedException', message: 'No' }
    const world = sweeperWorld({}, { probe: () => denied, answer: () => ({ kind: 'denied', error: denied }) })
    const ids = [...'abcdefghijklmnopqrstuvwxyz'].map((name) => `${name}1`)
    world.write('R', ids, -MINUTE)
    await world.sweep()
    expect(new Set(ids.map(world.state))).toEqual(new Set(['PENDING/R']))
    expect(ids.every((id) => world.row(id)['obAttempts'] === undefined)).toBe(true)
    expect(world.calls().length).toBeLessThan(ids.length)
  })

  it('in the middle: what was claimed is released at once, in order, without a trace, and no attempt is charged', async () => {
    const world = sweeperWorld({}, { answer: () => UNAVAILABLE })
    const ids = Array.from({ length: 12 }, (_, index) => `a${index + 10}`)
    world.write('R', ids, -MINUTE)
    let probes = 0
    world.probe = () => {
      probes += 1
      return probes === 1 ? undefined : { code: 'InternalException', message: 'Down' }
    }
    await world.sweep()
    expect(world.sent()).toEqual([])
    const dues = ids.map((id) => String(world.row(id)['obDue']))
    // The first page of ten is tried; the next sweep finds all in order again.
    expect(dues.slice(0, 10)).toEqual([...dues.slice(0, 10)].sort())
    for (const id of ids) {
      expect(world.state(id)).toBe('PENDING/R')
      expect(world.dueIn(id)).toBeLessThanOrEqual(world.clock.now())
      expect(world.row(id)).not.toHaveProperty('obClaims')
      expect(world.row(id)).not.toHaveProperty('obAttempts')
    }
    world.probe = () => undefined
    world.answer = (events) => answered(events.map(() => ACCEPTED))
    await world.sweep()
    expect(world.sent()).toEqual(ids)
  })

  it('three times in a row ends the delivery; the next sweep goes on', async () => {
    const world = sweeperWorld({}, { answer: () => UNAVAILABLE })
    const names = [...'abcdefghijklmnopqrstuvwxyz']
    world.write(
      'R',
      names.map((name) => `${name}1`),
      -MINUTE,
    )
    let probes = 0
    world.probe = () => {
      probes += 1
      return probes === 1 ? undefined : { code: 'InternalException', message: 'Down' }
    }
    await world.sweep()
    const claimed = world.store.applied.filter(({ transition }) => transition === 'claim').length
    expect(claimed).toBeGreaterThanOrEqual(3)
    // Four shards are worked on at once.
    expect(world.sink.counts['Outages']).toBeLessThanOrEqual(3 + 3)
    expect(claimed).toBeLessThan(names.length)
    expect(world.sink.counts['SweepsIncomplete']).toBe(1)
    expect(new Set(world.states(...names.map((name) => `${name}1`)))).toEqual(new Set(['PENDING/R']))
  })

  it('that is over in between ends nothing', async () => {
    const world = sweeperWorld()
    const names = [...'abcdefghijklmnopqrstuvwxyz']
    const ids = names.map((name) => `${name}1`)
    world.write('R', ids, -MINUTE)
    let calls = 0
    world.answer = (events) => {
      calls += 1
      return calls % 2 === 0 ? UNAVAILABLE : answered(events.map(() => ACCEPTED))
    }
    await world.sweep()
    expect(world.sent().sort()).toEqual(ids)
  })
})
