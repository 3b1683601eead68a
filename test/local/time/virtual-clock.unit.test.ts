import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { Activity } from '../../../lib/local/time/activity.js'
import { VirtualClock } from '../../../lib/local/time/virtual-clock.js'

const MINUTE = 60_000
const never = new AbortController().signal

let clock: VirtualClock
let activity: Activity

function start(): void {
  activity = new Activity()
  clock = new VirtualClock(activity)
}

afterEach(() => clock.stop())

describe('advance', () => {
  it('moves the time that is told by as much as asked, and by what really passes', async () => {
    start()
    const before = clock.now()
    await clock.advance('2h')
    const moved = clock.now() - before
    expect(moved).toBeGreaterThanOrEqual(120 * MINUTE)
    expect(moved).toBeLessThan(121 * MINUTE)
  })

  it('wakes sleepers in the order in which they are due, each at its time', async () => {
    start()
    const before = clock.now()
    const woken: string[] = []
    const sleep = async (name: string, minutes: number): Promise<void> => {
      await clock.sleep(minutes * MINUTE, never)
      woken.push(`${name} ${Math.round((clock.now() - before) / MINUTE)}`)
    }
    const sleeps = [sleep('c', 30), sleep('a', 10), sleep('b', 20)]
    await clock.advance('1h')
    await Promise.all(sleeps)
    expect(woken).toEqual(['a 10', 'b 20', 'c 30'])
  })

  it('lets the consequences of one become due before the next', async () => {
    start()
    const woken: string[] = []
    const chain = async (): Promise<void> => {
      for (const step of [1, 2, 3]) {
        await clock.sleep(10 * MINUTE, never)
        woken.push(`chain ${step}`)
      }
    }
    const chained = chain()
    const late = clock.sleep(25 * MINUTE, never).then(() => woken.push('late'))
    await clock.advance('30m')
    await Promise.all([chained, late])
    expect(woken).toEqual(['chain 1', 'chain 2', 'late', 'chain 3'])
  })

  it('waits for what is at work before it moves on', async () => {
    start()
    const done: string[] = []
    const work = async (): Promise<void> => {
      await clock.sleep(MINUTE, never)
      await activity.run('work', async () => {
        for (let turns = 0; turns < 50; turns += 1) await turn()
        done.push('work')
      })
    }
    const working = work()
    const later = clock.sleep(2 * MINUTE, never).then(() => done.push('later'))
    await clock.advance('5m')
    await Promise.all([working, later])
    expect(done).toEqual(['work', 'later'])
  })

  it('does not stop at idle sleeps, and wakes them at the end', async () => {
    start()
    let polls = 0
    const stop = new AbortController()
    const poll = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await clock.sleep(1000, stop.signal, { idle: true })
        polls += 1
      }
    }
    const polling = poll()
    await clock.advance('7d')
    expect(polls).toBe(1)
    stop.abort()
    await polling
  })

  it('stops where a timer of another thread is due', async () => {
    start()
    const due = clock.now() + 10 * MINUTE
    const seen: number[] = []
    activity.addProbe(async () => (clock.now() < due ? due : undefined))
    clock.onJump(() => seen.push(clock.now()))
    await clock.advance('1h')
    expect(seen).toHaveLength(2)
    expect(seen[0]).toBeGreaterThanOrEqual(due)
    expect(seen[0]).toBeLessThan(due + MINUTE)
  })

  it('takes turns', async () => {
    start()
    const before = clock.now()
    await Promise.all([clock.advance('1h'), clock.advance('1h')])
    expect(clock.now() - before).toBeGreaterThanOrEqual(120 * MINUTE)
  })

  it.each([-1, 'soon', Number.NaN, '-3m'])('refuses %s', (duration) => {
    start()
    expect(() => clock.advance(duration)).toThrow(/Expected `duration` to be milliseconds or text such as/)
  })
})

describe('sleep', () => {
  it('ends by itself in real time', async () => {
    start()
    await clock.sleep(5, never)
  })

  it('ends as soon as its signal aborts, also when that happened before', async () => {
    start()
    const abort = new AbortController()
    const asleep = clock.sleep(60 * MINUTE, abort.signal)
    abort.abort()
    await asleep
    await clock.sleep(60 * MINUTE, abort.signal)
  })

  it('may be longer than the timers of Node can be', async () => {
    start()
    const slept = clock.sleep(40 * 24 * 60 * MINUTE, never)
    await clock.advance('41d')
    await slept
  })
})
