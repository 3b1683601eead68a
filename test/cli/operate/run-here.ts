import { run } from '../../../lib/cli/run.js'
import type { Ran } from './run-outbox.js'

/** Runs a command in this process: a program of its own takes seconds to start. */
export async function runHere(
  args: readonly string[],
  ask?: (question: string) => Promise<string>,
): Promise<Ran> {
  const out: string[] = []
  const error: string[] = []
  const code = await run(args, {
    out: (line) => void out.push(`${line}\n`),
    error: (line) => void error.push(`${line}\n`),
    ...(ask === undefined ? {} : { ask }),
  })
  return { code, out: out.join(''), error: error.join('') }
}
