import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import type { EntryResult } from '../../lib/destination/event-destination.js'
import { START } from '../delivery/fake-clock.js'
import { idOf } from '../delivery/make-row.js'
import { ACCEPTED, each, INTERNAL, REFUSED } from '../delivery/scripted-destination.js'
import { HOUR, MINUTE, SECOND, sweeperWorld } from './sweeper-world.js'

const DENIED: EntryResult = {
  kind: 'denied',
  error: { code: 'NotAuthorizedForDetailTypeException', message: 'Not authorized for the detail type.' },
}

const failing = (ids: readonly string[], failure: EntryResult) =>
  each((event) => (ids.includes(idOf(event)) ? failure : ACCEPTED))

describe('an event that fails by itself', () => {
  it('waits twice as long each time, up to a quarter of an hour, half of it random', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], -MINUTE)
    world.answer = failing(['a1'], REFUSED)
    const waits: number[] = []
    for (let sweep = 1; sweep <= 6; sweep += 1) {
      await world.sweep()
      expect(world.row('a1')).toMatchObject({ obStatus: 'PENDING', obAttempts: sweep })
      expect(world.row('a1')).not.toHaveProperty('obClaims')
      const wait = START + world.dueIn('a1') - world.clock.now()
      waits.push(Math.round(wait / SECOND))
      world.clock.advance(wait + SECOND)
    }
    // Of 1, 2, 4, 8, 15, 15 minutes half is fixed, half is random: here 0.5 of it.
    expect(waits).toEqual([45, 90, 180, 360, 675, 675])
    expect(world.sent()).toEqual(['b1'])
    expect(world.sink.counts).toMatchObject({ EventsBackedOff: 6 })
  })

  it('is given up a day after its first failure, with all that is known of it', async () => {
    const world = sweeperWorld()
    const obFailedAt = new Date(START - 24 * HOUR).toISOString()
    world.write('R', ['a1', 'b1'], -MINUTE, { obAttempts: 100, obFailedAt })
    world.answer = failing(['a1'], REFUSED)
    await world.sweep()
    expect(world.states('a1', 'b1')).toEqual(['DEAD/D', 'PUBLISHED/-'])
    expect(world.row('a1')).toMatchObject({
      obAttempts: 101,
      obFailedAt,
      obDeaths: 1,
      obError: 'InvalidArgument: Not this one',
    })
    const [call] = world.sqs.commandCalls(SendMessageCommand)
    expect(JSON.parse(String(call?.args[0].input.MessageBody))).toMatchObject({
      errorCode: 'InvalidArgument',
      attempts: 101,
      firstFailedAt: obFailedAt,
      diedAt: world.row('a1')['obDiedAt'],
    })
    expect(world.sink.counts).toMatchObject({ EventsPublished: 1, EventsGivenUp: 1 })
    expect(world.sink.lines).toMatchObject([
      { level: 'error', message: 'An event was given up', eventId: 'a1' },
    ])
  })

  it.each([
    ['a day is not over', new Date(START - 24 * HOUR + MINUTE).toISOString()],
    ['the time of its first failure was edited', 'yesterday'],
    ['the first failure lies in the future', new Date(START + HOUR).toISOString()],
  ])('is not given up when %s', async (_, obFailedAt) => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], -MINUTE, { obAttempts: 100, obFailedAt })
    world.answer = failing(['a1'], REFUSED)
    await world.sweep()
    expect(world.state('a1')).toBe('PENDING/R')
  })

  it('is tried once more when it is alone and the probe passes: the outage may just have ended', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1'], -MINUTE)
    world.answer = each((_, tries) => (tries === 0 ? REFUSED : ACCEPTED))
    await world.sweep()
    expect([world.calls(), world.state('a1')]).toEqual([['a1', 'a1'], 'PUBLISHED/-'])
    expect(world.row('a1')).not.toHaveProperty('obAttempts')
  })
})

describe('an event that this outbox may not send', () => {
  it('is never given up, however long the permission is missing, and no attempt is charged', async () => {
    const world = sweeperWorld()
    world.write('R', ['a1', 'b1'], -MINUTE)
    world.answer = failing(['a1'], DENIED)
    const waits: number[] = []
    for (let sweep = 0; sweep < 20; sweep += 1) {
      await world.sweep()
      const wait = START + world.dueIn('a1') - world.clock.now()
      waits.push(Math.round(wait / SECOND))
      world.clock.advance(wait + SECOND)
    }
    expect(world.state('a1')).toBe('PENDING/R')
    expect(world.row('a1')).not.toHaveProperty('obAttempts')
    expect(world.row('a1')).not.toHaveProperty('obFailedAt')
    expect(world.sink.counts).toMatchObject({ EventsDenied: 20, EventsBackedOff: 20 })
    expect(world.sink.lines[0]).toMatchObject({
      level: 'error',
      message: 'An event waits until a permission or a setting is repaired',
      errorCode: 'NotAuthorizedForDetailTypeException',
    })
    // It waits about as long as it is old.
    expect(waits.slice(0, 4)).toEqual([45, 45, 45, 90])
    expect(Math.max(...waits)).toBe(675)
    world.clock.advance(48 * HOUR)
    await world.sweep()
    expect(world.state('a1')).toBe('PENDING/R')
    world.answer = each(() => ACCEPTED)
    world.clock.advance(15 * MINUTE)
    await world.sweep()
    expect(world.state('a1')).toBe('PUBLISHED/-')
  })

  it('and that failed by itself a day ago is not given up for that', async () => {
    const world = sweeperWorld()
    const obFailedAt = new Date(START - 48 * HOUR).toISOString()
    world.write('R', ['a1', 'b1'], -MINUTE, { obAttempts: 3, obFailedAt })
    world.answer = failing(['a1'], DENIED)
    await world.sweep()
    expect(world.row('a1')).toMatchObject({ obStatus: 'PENDING', obAttempts: 3 })
  })
})

describe('an entry that always fails inside the destination', () => {
  it('is never given up, and waits longer and longer', async () => {
    const world = sweeperWorld()
    const obTime = new Date(START - 10 * MINUTE).toISOString()
    world.write('R', ['a1', 'b1'], -MINUTE, { obTime })
    world.answer = failing(['a1'], INTERNAL)
    await world.sweep()
    expect(world.row('a1')).not.toHaveProperty('obAttempts')
    // Of eight minutes, the power of two below its age.
    expect(Math.round((START + world.dueIn('a1') - world.clock.now()) / SECOND)).toBe(360)
  })
})

describe('the later events of an aggregate', () => {
  it.each([
    ['is refused', REFUSED],
    ['may not be sent', DENIED],
    ['fails inside the destination', INTERNAL],
  ])('do not wait for one that %s, or it would stop them for as long as it fails', async (_, failure) => {
    const world = sweeperWorld()
    const ids = Array.from({ length: 15 }, (__, index) => `a${index + 10}`)
    world.write('R', [...ids, 'b1'], -MINUTE)
    world.answer = failing(['a10'], failure)
    await world.sweep()
    expect(world.sent().filter((id) => id.startsWith('a'))).toEqual(ids.slice(1))
    expect(world.states('a10', 'a11')).toEqual(['PENDING/R', 'PUBLISHED/-'])
  })
})
