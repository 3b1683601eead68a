import { Command } from 'commander'
import { systemClock } from '../../clock.js'
import type { Console } from '../console.js'
import { EXIT_CODE, type ExitCode } from '../exit-code.js'
import { jsonText } from './json-text.js'
import { type OperateOptions, withOperateOptions } from './operate-options.js'

/** `outbox status`: how much waits where, and since when. */
export function statusCommand(console: Console, ended: (code: ExitCode) => void): Command {
  return withOperateOptions(
    new Command('status').description('Says how much waits where, and since when. Changes nothing.'),
  ).action(async (options: OperateOptions) => {
    // Loaded here: the SDK's clients would slow down every other command.
    const { withOutbox } = await import('./with-outbox.js')
    const { readStatus } = await import('./status.js')
    const { statusLines } = await import('./status-lines.js')
    ended(
      await withOutbox(options, console, async (clients, outbox) => {
        const status = await readStatus(clients, outbox, systemClock)
        if (options.json === true) console.out(jsonText(status))
        else for (const line of statusLines(status)) console.out(line)
        return EXIT_CODE.done
      }),
    )
  })
}
