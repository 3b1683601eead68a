import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { untilInterrupted } from '../../lib/cli/local/until-interrupted.js'

function start(): { readonly interrupted: Promise<void>; readonly exit: () => readonly unknown[] } {
  vi.useFakeTimers({ toFake: ['performance'] })
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const { promise, stop } = untilInterrupted()
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
    exit.mockRestore()
  })
  return { interrupted: promise, exit: () => exit.mock.calls.flat() }
}

describe('ctrl-C', () => {
  it('asks for an orderly end, and a second one ends the process at once', async () => {
    const { interrupted, exit } = start()
    process.emit('SIGINT')
    await interrupted
    expect(exit()).toEqual([])
    vi.advanceTimersByTime(2_000)
    process.emit('SIGINT')
    expect(exit()).toEqual([130])
  })

  it('is one, though npm passes on the signal that the terminal sent to everybody', async () => {
    const { interrupted, exit } = start()
    process.emit('SIGINT')
    vi.advanceTimersByTime(50)
    process.emit('SIGINT')
    await interrupted
    expect(exit()).toEqual([])
  })
})
