import { expect, it } from 'vitest'
import { interruptible } from '../../../lib/cli/operate/interruptible.js'

it('tells work of the first ctrl-C, and lets go of the signals at its end', async () => {
  const before = process.listenerCount('SIGINT')
  const told = await interruptible(async (isInterrupted) => {
    const first = isInterrupted()
    process.emit('SIGINT')
    await Promise.resolve()
    return [first, isInterrupted()]
  })
  expect(told).toEqual([false, true])
  expect(process.listenerCount('SIGINT')).toBe(before)
})
