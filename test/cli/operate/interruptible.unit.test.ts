import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { interruptible } from '../../../lib/cli/operate/interruptible.js'

it.each([
  ['ctrl-C', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['a closed terminal', 'SIGHUP'],
] as const)('tells work of %s, and lets go of the signal at its end', async (_, signal) => {
  const before = process.listenerCount(signal)
  const told = await interruptible(async (isInterrupted) => {
    const first = isInterrupted()
    process.emit(signal)
    await Promise.resolve()
    return [first, isInterrupted()]
  })
  expect(told).toEqual([false, true])
  expect(process.listenerCount(signal)).toBe(before)
})

it.each(['before', 'while'])('tells work that nobody reads its output, %s it runs', async (when) => {
  const output = new AbortController()
  if (when === 'before') output.abort()
  const told = await interruptible(async (isInterrupted) => {
    const first = isInterrupted()
    output.abort()
    return [first, isInterrupted()]
  }, output.signal)
  expect(told).toEqual([when === 'before', true])
  expect(getEventListeners(output.signal, 'abort')).toEqual([])
})
