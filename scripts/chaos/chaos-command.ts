import { setImmediate as turn } from 'node:timers/promises'
import type { Console } from '../../lib/cli/console.js'
import { EXIT_CODE, type ExitCode } from '../../lib/cli/exit-code.js'
import { parseOptions, USAGE } from './options.js'
import { tableLines } from './report.js'
import { type RunOptions, runChaos } from './run-chaos.js'

export interface ChaosCommand extends Pick<RunOptions, 'onStarted' | 'signal'> {
  /** Called once the flags are known to be right. */
  readonly prepare?: () => void
}

/**
 * `npm run chaos`: progress and what is wrong go to the console's errors, the result to its output.
 * @throws the signal's reason when it aborts
 */
export async function chaosCommand(
  args: readonly string[],
  console: Console,
  { prepare, ...run }: ChaosCommand = {},
): Promise<ExitCode> {
  let options: ReturnType<typeof parseOptions>
  try {
    options = parseOptions(args)
  } catch (error) {
    for (const line of [messageOf(error), USAGE]) console.error(line)
    return EXIT_CODE.usage
  }
  try {
    prepare?.()
    const { result, faults } = await runChaos({ ...options, ...run, say: console.error })
    for (const line of options.json ? [JSON.stringify(result)] : tableLines(result)) console.out(line)
    for (const fault of faults) console.error(fault)
    return faults.length === 0 ? EXIT_CODE.done : EXIT_CODE.failed
  } catch (error) {
    // A ctrl-C that ended a child process is told to this one only in the next turn of the event loop.
    await turn()
    run.signal?.throwIfAborted()
    console.error(messageOf(error))
    return EXIT_CODE.failed
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
