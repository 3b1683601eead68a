import { Command, Option } from 'commander'
import { systemClock } from '../../../clock.js'
import type { Console } from '../../console.js'
import { EXIT_CODE, type ExitCode } from '../../exit-code.js'
import { aggregateArgument } from '../aggregate-argument.js'
import { countArgument } from '../count-argument.js'
import { jsonText } from '../json-text.js'
import { withOperateOptions } from '../operate-options.js'
import { rowLines } from '../row-lines.js'
import { shownRow } from '../shown-row.js'
import { LIST_STATUSES, type ListOptions } from './list-options.js'
import type { Listing } from './listing.js'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 10_000
const MAX_RCU = 1_000_000_000

/** `outbox list`: which events wait, or are dead, oldest first. */
export function listCommand(console: Console, ended: (code: ExitCode) => void): Command {
  const command = new Command('list')
    .description(
      'Lists events by what becomes of them, oldest first. Never shows a payload. Changes nothing.',
    )
    .addOption(new Option('--status <status>', 'which').choices(LIST_STATUSES).default('pending'))
    .option('--type <type>', "EventBridge's detail-type")
    .option('--aggregate <Type/id>', 'of this aggregate', aggregateArgument)
    .option('--error <code>', 'whose error has this code')
    .option('--limit <number>', 'so many at most', countArgument(MAX_LIMIT), DEFAULT_LIMIT)
    .option('--scan', 'published: look through the whole table, up to --max-rcu')
    .option('--max-rcu <number>', 'read units that --scan may use', countArgument(MAX_RCU))
  return withOperateOptions(command).action(async (options: ListOptions) => {
    const fault = faultOf(options)
    if (fault !== undefined) command.error(`error: ${fault}`, { exitCode: EXIT_CODE.usage })
    // Loaded here: the SDK's clients would slow down every other command.
    const { withOutbox } = await import('../with-outbox.js')
    const { listOpen } = await import('./list-open.js')
    const { listPublished } = await import('./list-published.js')
    ended(
      await withOutbox(options, console, async (clients, outbox) => {
        const { status } = options
        const listing =
          status === 'published'
            ? await listPublished(clients, outbox, options)
            : await listOpen(clients, outbox, status, options)
        if (options.json === true) console.out(jsonText(document(outbox.name, options, listing)))
        else print(options, listing, console)
        return EXIT_CODE.done
      }),
    )
  })
}

function faultOf({ status, aggregate, error, scan, maxRcu }: ListOptions): string | undefined {
  if (status !== 'published') {
    return scan === undefined && maxRcu === undefined
      ? undefined
      : '--scan and --max-rcu are for --status published: the others are found by the index'
  }
  if (error !== undefined) return 'a published event has no error: leave out --error'
  if ((scan === undefined) !== (maxRcu === undefined))
    return '--scan needs --max-rcu <number>, and --max-rcu needs --scan'
  return scan === undefined && aggregate === undefined
    ? 'no index has published events: give --aggregate <Type/id>, or --scan --max-rcu <number>'
    : undefined
}

function document(outbox: string, { status }: ListOptions, { rows, more, cut }: Listing): unknown {
  return { outbox, status, events: rows.map(shownRow), more, complete: !more && cut === undefined }
}

function print({ status, limit }: ListOptions, { rows, more, cut }: Listing, console: Console): void {
  if (rows.length === 0) console.out(`No ${status} events.`)
  else for (const line of rowLines(rows, systemClock.now())) console.out(line)
  if (more)
    console.error(`There are more than ${limit}: raise --limit, or choose with --type and --aggregate.`)
  if (cut !== undefined) console.error(`Not all was looked at: ${cut}.`)
}
