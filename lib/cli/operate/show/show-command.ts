import { Command } from 'commander'
import { systemClock } from '../../../clock.js'
import type { Console } from '../../console.js'
import { EXIT_CODE, type ExitCode } from '../../exit-code.js'
import { aggregateArgument } from '../aggregate-argument.js'
import { jsonText } from '../json-text.js'
import { withOperateOptions } from '../operate-options.js'
import type { ShowOptions } from './show-options.js'

/** `outbox show`: all about one event. */
export function showCommand(console: Console, ended: (code: ExitCode) => void): Command {
  const command = new Command('show')
    .description(
      'Shows one event with its payload: its history, who must act next, where its notice is. Changes nothing.',
    )
    .argument('<eventId>', 'UUIDv7')
    .option(
      '--aggregate <Type/id>',
      'of this aggregate: a published event is found by it only',
      aggregateArgument,
    )
    .option('--no-notice', 'do not look into the dead-letter queue, which counts as receiving its messages')
  return withOperateOptions(command).action(async (eventId: string, options: ShowOptions) => {
    // Loaded here: the SDK's clients would slow down every other command.
    const { withOutbox } = await import('../with-outbox.js')
    const { readEvent } = await import('./read-event.js')
    const { showLines } = await import('./show-lines.js')
    ended(
      await withOutbox(options, console, async (clients, outbox) => {
        const { event, notice } = await readEvent(clients, outbox, eventId, options)
        if (options.json === true) console.out(jsonText({ ...event, notice: notice ?? null }))
        else for (const line of showLines(event, notice, systemClock.now())) console.out(line)
        return EXIT_CODE.done
      }),
    )
  })
}
