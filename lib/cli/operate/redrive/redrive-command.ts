import { Command } from 'commander'
import type { Console } from '../../console.js'
import { EXIT_CODE, type ExitCode } from '../../exit-code.js'
import { aggregateArgument } from '../aggregate-argument.js'
import { countArgument } from '../count-argument.js'
import { withOperateOptions } from '../operate-options.js'
import type { RedriveOptions } from './redrive-options.js'

const DEFAULT_RATE = 50
const MAX_RATE = 10_000

/** `outbox redrive`: gives dead letters back to the sweeper. */
export function redriveCommand(console: Console, ended: (code: ExitCode) => void): Command {
  const command = new Command('redrive')
    .description(
      'Has dead letters delivered again: gives their rows back to the sweeper, due at once, and deletes their notices.',
    )
    .argument('[eventId...]', 'these')
    .option('--type <type>', "all with this detail-type of EventBridge's")
    .option('--aggregate <Type/id>', 'all of this aggregate; with ids: where they are', aggregateArgument)
    .option('--error <code>', 'all whose error has this code')
    .option('--all', 'all')
    .option('--rate <number>', 'events a second', countArgument(MAX_RATE), DEFAULT_RATE)
    .option('--dry-run', 'say which, and change nothing')
    .option('--yes', 'do not ask')
  return withOperateOptions(command).action(async (eventIds: readonly string[], options: RedriveOptions) => {
    const fault = faultOf(eventIds, options)
    if (fault !== undefined) command.error(`error: ${fault}`, { exitCode: EXIT_CODE.usage })
    // Loaded here: the SDK's clients would slow down every other command.
    const { withOutbox } = await import('../with-outbox.js')
    const { runRedrive } = await import('./run-redrive.js')
    ended(
      await withOutbox(options, console, (clients, outbox) =>
        runRedrive(clients, outbox, eventIds, options, console),
      ),
    )
  })
}

function faultOf(
  eventIds: readonly string[],
  { type, aggregate, error, all }: RedriveOptions,
): string | undefined {
  const isFiltered = type !== undefined || error !== undefined
  if (all === true && (eventIds.length > 0 || isFiltered || aggregate !== undefined))
    return '--all is all: leave out the ids, --type, --aggregate and --error, or leave out --all'
  if (eventIds.length > 0 && isFiltered) return 'ids choose by themselves: leave out --type and --error'
  return all === true || eventIds.length > 0 || isFiltered || aggregate !== undefined
    ? undefined
    : 'nothing is chosen: name event ids, or give --type, --aggregate, --error or --all'
}
