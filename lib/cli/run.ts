import { Command, CommanderError } from 'commander'
import { archiveCommand } from './archive/archive-command.js'
import type { Console } from './console.js'
import { contractsCommand } from './contracts/contracts-command.js'
import { EXIT_CODE, type ExitCode } from './exit-code.js'
import { localCommand } from './local/local-command.js'
import { doctorCommand } from './operate/doctor/doctor-command.js'
import { listCommand } from './operate/list/list-command.js'
import { redriveCommand } from './operate/redrive/redrive-command.js'
import { showCommand } from './operate/show/show-command.js'
import { statusCommand } from './operate/status-command.js'
import { replayCommand } from './replay/replay-command.js'

/**
 * Runs the command that the arguments name.
 * @param args without the names of the interpreter and the script
 */
export async function run(args: readonly string[], console: Console): Promise<ExitCode> {
  let code: ExitCode = EXIT_CODE.done
  const lines = (write: (line: string) => void) => (text: string) => write(text.replace(/\n$/, ''))
  const program = new Command('outbox')
    .description(
      'Operates outboxes, publishes the contracts of events, and runs a synthesised app on this machine.',
    )
    .configureOutput({ writeOut: lines(console.out), writeErr: lines(console.error) })
    .exitOverride()
    .showHelpAfterError('Run with --help for what there is.')
  const ended = (outcome: ExitCode): void => {
    code = outcome
  }
  const commands = [
    statusCommand(console, ended),
    listCommand(console, ended),
    showCommand(console, ended),
    redriveCommand(console, ended),
    doctorCommand(console, ended),
    replayCommand(console, ended),
    archiveCommand(console, ended),
    contractsCommand(console, ended),
    localCommand(console, ended),
  ]
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program))
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODE.done : EXIT_CODE.usage
    console.error(error instanceof Error ? error.message : String(error))
    return EXIT_CODE.failed
  }
}
