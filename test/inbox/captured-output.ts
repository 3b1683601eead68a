import { afterEach, beforeEach, vi } from 'vitest'

/** What the tests of the file write to stdout and stderr, a text; it is shown to nobody. */
export function capturedOutput(): () => string {
  const written: string[] = []
  beforeEach(() => {
    written.length = 0
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((chunk) => {
        written.push(String(chunk))
        return true
      })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  return () => written.join('')
}
