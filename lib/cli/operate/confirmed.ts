import type { Console } from '../console.js'
import { CliError } from './cli-error.js'
import { printable } from './printable.js'

/**
 * Whether the person wants it; print the plan before, with `console.error`.
 *
 * @param question without the question mark, as `Redrive 3 events`
 * @throws CliError when nobody is there to ask, and nobody said `--yes`
 */
export async function confirmed(
  console: Console,
  question: string,
  { yes }: { readonly yes?: true },
): Promise<boolean> {
  if (yes === true) return true
  if (console.ask === undefined)
    throw new CliError(
      'Nothing was done: there is no terminal to ask at. Give --yes to do it, or --dry-run to look first',
    )
  const answer = await console.ask(`${printable(question)}? [y/N] `)
  return /^y(es)?$/i.test(answer.trim())
}
