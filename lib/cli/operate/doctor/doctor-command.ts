import { Command } from 'commander'
import type { Console } from '../../console.js'
import { EXIT_CODE, type ExitCode } from '../../exit-code.js'
import { jsonText } from '../json-text.js'
import { type OperateOptions, withOperateOptions } from '../operate-options.js'

/** `outbox doctor`: whether all is as it must be. */
export function doctorCommand(console: Console, ended: (code: ExitCode) => void): Command {
  return withOperateOptions(
    new Command('doctor').description(
      'Checks the parts of an outbox against each other, and says what mends what is wrong. Changes nothing.',
    ),
  ).action(async (options: OperateOptions) => {
    // Loaded here: the SDK's clients would slow down every other command.
    const { withOutbox } = await import('../with-outbox.js')
    const { CHECKS } = await import('./checks.js')
    const { doctorContextOf } = await import('./doctor-context-of.js')
    const { doctorLines } = await import('./doctor-lines.js')
    const { examine } = await import('./examine.js')
    ended(
      await withOutbox(options, console, async (clients, outbox) => {
        const findings = await examine(CHECKS, await doctorContextOf(clients, outbox), options)
        const isSound = findings.every(({ result }) => result !== 'problem')
        if (options.json === true) console.out(jsonText({ outbox: outbox.name, ok: isSound, findings }))
        else for (const line of doctorLines(findings)) console.out(line)
        return isSound ? EXIT_CODE.done : EXIT_CODE.failed
      }),
    )
  })
}
