import { Command } from 'commander'
import { type Clock, systemClock } from '../../clock.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { withOperateOptions } from '../operate/operate-options.js'
import { type FilterOptions, withFilterOptions, withRangeOptions } from '../replay/filter-options.js'
import type { ArchiveOptions } from './archive-options.js'

interface CatOptions extends ArchiveOptions, FilterOptions {
  readonly skipMalformed?: true
}

type LsOptions = ArchiveOptions & Pick<FilterOptions, 'since' | 'until'>

/** `outbox archive ls` and `cat`: what is in the archive. */
export function archiveCommand(
  console: Console,
  ended: (code: ExitCode) => void,
  clock: Clock = systemClock,
): Command {
  const command = new Command('archive').description('Looks into the archive in S3. Changes nothing.')
  // Exit codes and output are those of the program, which this command joins later.
  command.hook('preSubcommand', (parent, sub) => void sub.copyInheritedSettings(parent))
  command.addCommand(lsCommand(console, ended, clock))
  command.addCommand(catCommand(console, ended, clock))
  return command
}

function lsCommand(console: Console, ended: (code: ExitCode) => void, clock: Clock): Command {
  const command = new Command('ls').description(
    'Lists the objects, by the hour in which their events occurred.',
  )
  withRangeOptions(command.optionsGroup('Which:'), clock)
  return withOperateOptions(withBucket(command)).action(async (options: LsOptions) => {
    refuseEmptyRange(command, options)
    // Loaded here: the SDK's clients would slow down every other command.
    const { listArchive } = await import('./list-archive.js')
    ended(await listArchive(options, console))
  })
}

function catCommand(console: Console, ended: (code: ExitCode) => void, clock: Clock): Command {
  const command = new Command('cat').description(
    'Prints the events, one JSON document per line (with --json, too), each once. They hold their payload.',
  )
  withFilterOptions(command, clock).option(
    '--skip-malformed',
    'pass over lines that are no event; else it stops before them',
  )
  return withOperateOptions(withBucket(command)).action(async (options: CatOptions) => {
    refuseEmptyRange(command, options)
    const { printArchive } = await import('./print-archive.js')
    ended(await printArchive(options, console))
  })
}

function withBucket(command: Command): Command {
  return command.option(
    '--bucket <name>',
    'of an archive that was switched off (default: as the sweeper is told)',
  )
}

function refuseEmptyRange(command: Command, { since, until }: Pick<FilterOptions, 'since' | 'until'>): void {
  if (since === undefined || until === undefined || since < until) return
  command.error(`error: expected --since to be before --until, got ${since} and ${until}`, {
    exitCode: EXIT_CODE.usage,
  })
}
