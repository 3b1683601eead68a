import type { Message } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../lib/local/events/pattern/compile-pattern.js'
import {
  BatchCollector,
  type CollectorSettings,
} from '../../../lib/local/lambda/event-source-mapping/queue/batch-collector.js'
import { ManualClock } from './manual-clock.js'

interface Script {
  readonly collect: () => Promise<readonly string[]>
  readonly stopping: AbortController
  /** How many messages each receive asked for. */
  readonly receives: number[]
  readonly deleted: string[]
  readonly released: string[]
}

const bodiesOf = (messages: readonly Message[]): string[] => messages.map(({ Body }) => Body ?? '')

/** A queue that answers each receive as told: bodies, an error, or what a function does. */
function scripted(
  answers: readonly (
    | readonly string[]
    | Error
    | ((
        clock: ManualClock,
        stop: AbortController,
        signal: AbortSignal,
      ) => readonly string[] | Promise<readonly string[]>)
  )[],
  settings: Partial<CollectorSettings> = {},
): Script {
  const clock = new ManualClock()
  const stopping = new AbortController()
  const left = [...answers]
  const script: Pick<Script, 'receives' | 'deleted' | 'released'> = {
    receives: [],
    deleted: [],
    released: [],
  }
  const collector = new BatchCollector(
    {
      batchSize: 10,
      batchingWindowSeconds: 0,
      filters: [],
      eventSourceArn: 'arn:aws:sqs:eu-west-1:000000000000:orders',
      ...settings,
    },
    {
      receive: async (maximum, signal) => {
        script.receives.push(maximum)
        const answer = left.shift()
        if (answer === undefined) throw new Error('one receive too many')
        if (answer instanceof Error) throw answer
        const bodies = typeof answer === 'function' ? await answer(clock, stopping, signal) : answer
        return bodies.map((Body) => ({ Body }))
      },
      delete: async (messages) => {
        script.deleted.push(...bodiesOf(messages))
        return messages.length
      },
      release: async (messages) => void script.released.push(...bodiesOf(messages)),
    },
    clock,
    { count: () => undefined },
  )
  return { ...script, stopping, collect: async () => bodiesOf(await collector.collect(stopping.signal)) }
}

describe('without a window', () => {
  it('a batch is what one receive gives', async () => {
    const { collect, receives } = scripted([['a', 'b']], { batchSize: 5 })
    expect(await collect()).toEqual(['a', 'b'])
    expect(receives).toEqual([5])
  })

  it('receives go on until there is something', async () => {
    expect(await scripted([[], [], ['a']]).collect()).toEqual(['a'])
  })
})

describe('with a window', () => {
  it('receives go on until the batch is full', async () => {
    const { collect, receives } = scripted([['a', 'b'], ['c']], { batchSize: 3, batchingWindowSeconds: 60 })
    expect(await collect()).toEqual(['a', 'b', 'c'])
    expect(receives).toEqual([3, 1])
  })

  it('begins with the first message, and ends after its time, in the middle of a receive', async () => {
    const { collect, receives } = scripted(
      [
        (clock) => {
          clock.advance(3_600_000)
          return ['a']
        },
        (clock) => {
          clock.advance(9_999)
          return ['b']
        },
        async (clock, _stop, signal) => {
          const hungUp = new Promise((resolve) => signal.addEventListener('abort', resolve))
          clock.advance(1)
          await hungUp
          return []
        },
      ],
      { batchingWindowSeconds: 10 },
    )
    expect(await collect()).toEqual(['a', 'b'])
    expect(receives).toEqual([10, 9, 8])
  })

  it('is not waited for when the batch has as many bytes as an invocation takes', async () => {
    const { collect } = scripted([['x'.repeat(1_000_000)], ['x'.repeat(6_000_000)]], {
      batchingWindowSeconds: 300,
    })
    expect((await collect()).map(({ length }) => length)).toEqual([1_000_000, 6_000_000])
  })

  it('an error ends it with what is there', async () => {
    const { collect } = scripted([['a'], new Error('down')], { batchingWindowSeconds: 10 })
    expect(await collect()).toEqual(['a'])
  })
})

it('an error without a message is thrown', async () => {
  await expect(scripted([new Error('down')]).collect()).rejects.toThrow('down')
})

it('messages that no filter lets through are deleted, and do not fill the batch or begin the window', async () => {
  const { collect, deleted } = scripted(
    [
      (clock) => {
        clock.advance(60_000)
        return ['{"a":2}']
      },
      ['{"a":1}', '{"a":2}'],
      ['{"a":1}'],
    ],
    { batchSize: 2, batchingWindowSeconds: 30, filters: [compilePattern({ body: { a: [1] } })] },
  )
  expect(await collect()).toEqual(['{"a":1}', '{"a":1}'])
  expect(deleted).toEqual(['{"a":2}', '{"a":2}'])
})

describe('when the mapping is disabled', () => {
  it('what was received is given back', async () => {
    const { collect, released } = scripted(
      [
        ['a'],
        (_clock, stop) => {
          stop.abort()
          return ['b']
        },
      ],
      { batchingWindowSeconds: 10 },
    )
    expect(await collect()).toEqual([])
    expect(released).toEqual(['a', 'b'])
  })

  it('nothing more is received', async () => {
    const { collect, stopping, receives } = scripted([])
    stopping.abort()
    expect(await collect()).toEqual([])
    expect(receives).toEqual([])
  })
})
