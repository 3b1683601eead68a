import { Writable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { processConsole } from '../../lib/cli/process-console.js'

/** As those of a process: it stays usable after an error, and tells of each that it meets. */
class Output extends Writable {
  readonly lines: string[] = []
  failure: NodeJS.ErrnoException | undefined

  constructor() {
    super({ decodeStrings: false, autoDestroy: false })
  }

  override _write(text: string, _: string, done: (error?: Error | null) => void): void {
    if (this.failure === undefined) this.lines.push(text)
    done(this.failure)
  }
}

function world() {
  const stdout = new Output()
  const stderr = new Output()
  const onClosed = vi.fn()
  const closed = new Promise<void>((resolve) => {
    onClosed.mockImplementation(resolve)
  })
  return {
    stdout,
    stderr,
    onClosed,
    closed,
    console: processConsole({ stdin: {}, stdout, stderr }, onClosed),
  }
}

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

describe('the console of a process', () => {
  it('writes the result and what is told beside it', () => {
    const { stdout, stderr, console } = world()
    console.out('a')
    console.error('b')
    expect([stdout.lines, stderr.lines, console.isClosed?.()]).toEqual([['a\n'], ['b\n'], false])
  })

  it.each([
    ['a pipe without a reader', 'EPIPE'],
    ['a terminal that was closed', 'EIO'],
  ])('drops what goes to %s, and tells once', async (_, code) => {
    const { stdout, stderr, onClosed, closed, console } = world()
    stdout.failure = failure(code)
    console.out('a')
    await closed
    console.out('b')
    console.error('c')
    expect([stderr.lines, console.isClosed?.(), console.isCut()]).toEqual([['c\n'], true, false])
    expect(onClosed).toHaveBeenCalledOnce()
  })

  it('tells of stderr as well, while the result goes on', async () => {
    const { stdout, stderr, closed, console } = world()
    stderr.failure = failure('EPIPE')
    console.error('a')
    await closed
    console.error('b')
    console.out('c')
    expect([stdout.lines, console.isClosed?.()]).toEqual([['c\n'], false])
  })

  it('says what else keeps it from writing the result', async () => {
    const { stdout, stderr, closed, console } = world()
    stdout.failure = failure('ENOSPC')
    console.out('a')
    await closed
    expect(stderr.lines).toEqual(['The output could not be written: ENOSPC\n'])
    expect(console.isCut()).toBe(true)
  })
})
