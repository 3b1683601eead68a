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
    [['status', '--stak', 'x'], 2, "unknown option '--stak'"],
    [
      ['status', '--local', '--region', 'x'],
      2,
      "option '--local [folder]' cannot be used with option '--region <region>'",
    ],
    [['list', '--status', 'x'], 2, 'Allowed choices are pending, retrying, scheduled, dead, published.'],
    [['list', '--aggregate', 'Order'], 2, 'Expected <Type>/<id>, as Order/42.'],
    [['list', '--limit', '0'], 2, 'Expected a whole number from 1 to 10000.'],
    [['list', '--status', 'published'], 2, 'no index has published events: give --aggregate <Type/id>'],
    [['list', '--status', 'published', '--scan'], 2, '--scan needs --max-rcu <number>'],
    [['list', '--scan', '--max-rcu', '1'], 2, '--scan and --max-rcu are for --status published'],
    [['show'], 2, "missing required argument 'eventId'"],
    [['redrive'], 2, 'nothing is chosen: name event ids, or give --type, --aggregate, --error or --all'],
    [['redrive', '--all', '--type', 'x'], 2, '--all is all'],
    [['redrive', 'id', '--error', 'x'], 2, 'ids choose by themselves'],
    [['redrive', '--all', '--rate', 'x'], 2, 'Expected a whole number from 1 to 10000.'],
    [['doctor', 'extra'], 2, 'too many arguments'],
    [['doctor', '--help'], 0, 'OUTBOX_STACK'],
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
