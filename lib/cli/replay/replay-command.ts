import { Command, Option } from 'commander'
import { type Clock, systemClock } from '../../clock.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { countArgument } from '../operate/count-argument.js'
import { withOperateOptions } from '../operate/operate-options.js'
import { withFilterOptions } from './filter-options.js'
import { replayFault } from './replay-fault.js'
import type { ReplayOptions } from './replay-options.js'

const MAX_RATE = 100_000
const MAX_LIMIT = 10_000

/** `outbox replay`: sends delivered events again, marked as a replay. */
export function replayCommand(
  console: Console,
  ended: (code: ExitCode) => void,
  clock: Clock = systemClock,
): Command {
  const command = new Command('replay').description(
    'Sends delivered events again, with their ids and bytes, marked as a replay. Consumers get them that want replays.',
  )
  withFilterOptions(command, clock)
    .addOption(
      new Option(
        '--from <where>',
        'the table, the archive, both, or what EventBridge archived (default: where the events are)',
      ).choices(['rows', 'archive', 'both', 'event-bridge']),
    )
    .option('--archive <name>', "EventBridge's, where the bus has several")
    .option('--bucket <name>', 'for --from archive: of an archive that was switched off')
    .optionsGroup('How:')
    .option('--to <consumer>', 'into the queue of this consumer only, past its rule')
    .option('--consumer-stack <name>', "where it is, if not in the outbox's")
    .option('--to-queue <url>', 'which of its queues, where it reads several')
    .option('--rate <number>', 'events per second at most (default: 100)', countArgument(MAX_RATE))
    .option('--skip-malformed', 'pass over lines that are no event; else the replay stops before them')
    .option('--skip-denied', 'pass over events that the bus admits no more; else it stops before them')
    .option(
      '--skip-failing',
      'pass over whatever fails while others pass; else it stops where it is ten in a row, or may pass later',
    )
    .option('--dry-run', 'count by type, send nothing')
    .option('--yes', 'do not ask')
    .optionsGroup('Replays that were:')
    .option('--resume <id>', 'go on with one that was interrupted, or failed')
    .option('--history', 'list them, the latest first')
    .option('--limit <number>', 'of these at most (default: 50)', countArgument(MAX_LIMIT))
  return withOperateOptions(command).action(async (options: ReplayOptions) => {
    const fault = replayFault(options, clock.now())
    if (fault !== undefined) command.error(`error: ${fault}`, { exitCode: EXIT_CODE.usage })
    // Loaded here: the SDK's clients would slow down every other command.
    const { replay } = await import('./replay.js')
    ended(await replay(options, console, clock))
  })
}
