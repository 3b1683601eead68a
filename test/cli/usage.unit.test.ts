import { describe, expect, it } from 'vitest'
import { run } from '../../lib/cli/run.js'

describe('outbox', () => {
  it.each([
    [['local', '--asembly', 'x'], 2, "unknown option '--asembly'"],
    [['local', '--stack'], 2, "option '--stack <name...>' argument missing"],
    [['local', 'extra'], 2, 'too many arguments'],
    [
      ['local', '--fault', 'events:PutEvents explode'],
      2,
      "'explode' is no kind. Expected <service>:<operation|*> <kind>",
    ],
    [['local', '--fault', 'throttle'], 2, "'throttle' does not name a service and an operation."],
    [['local', '--seed', 'x'], 2, 'Expected a whole number from 0.'],
    [['contracts'], 2, "missing required argument 'module'"],
    [['contracts', 'events.ts', '--chek'], 2, "unknown option '--chek'"],
    [['contracts', 'events.ts', 'more.ts'], 2, 'too many arguments'],
    [['contracts', 'events.ts', '--out'], 2, "option '--out <folder>' argument missing"],
    [
      ['contracts', 'events.ts', '--check', '--force'],
      2,
      "option '--force' cannot be used with option '--check'",
    ],
    [['contracts', '--help'], 0, '--check'],
    [['locla'], 2, "unknown command 'locla'"],
    [[], 2, 'Usage: outbox'],
    [['--help'], 0, 'Usage: outbox'],
    [['local', '--help'], 0, '--assembly <folder>'],
    [['local', '--help'], 0, '--fault <spec>'],
  ])('%j exits with %i', async (args, code, message) => {
    const lines: string[] = []
    const add = (line: string): void => void lines.push(line)
    expect(await run(args, { out: add, error: add })).toBe(code)
    expect(lines.join('\n')).toContain(message)
  })
})
