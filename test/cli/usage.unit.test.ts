import { describe, expect, it } from 'vitest'
import { run } from '../../lib/cli/run.js'

describe('outbox', () => {
  it.each([
    [['local', '--asembly', 'x'], 2, "unknown option '--asembly'"],
    [['local', '--stack'], 2, "option '--stack <name...>' argument missing"],
    [['local', 'extra'], 2, 'too many arguments'],
    [['locla'], 2, "unknown command 'locla'"],
    [[], 2, 'Usage: outbox'],
    [['--help'], 0, 'Usage: outbox'],
    [['local', '--help'], 0, '--assembly <folder>'],
  ])('%j exits with %i', async (args, code, message) => {
    const lines: string[] = []
    const add = (line: string): void => void lines.push(line)
    expect(await run(args, { out: add, error: add })).toBe(code)
    expect(lines.join('\n')).toContain(message)
  })
})
