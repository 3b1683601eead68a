import { execFileSync } from 'node:child_process'
import { untilInterrupted } from '../lib/cli/local/until-interrupted.js'
import { chaosCommand } from './chaos/chaos-command.js'

/** The exit code of a process that ctrl-C ended. */
const INTERRUPTED = 130

const interrupted = untilInterrupted()
const stopping = new AbortController()
void interrupted.promise.then(() => stopping.abort(new Error('Interrupted')))

process.exitCode = await chaosCommand(
  process.argv.slice(2),
  {
    out: (line) => process.stdout.write(`${line}\n`),
    error: (line) => process.stderr.write(`${line}\n`),
  },
  {
    signal: stopping.signal,
    // Its output is no part of the result.
    prepare: () =>
      execFileSync('npm', ['run', '--silent', 'build:handlers'], { stdio: ['ignore', 'ignore', 'inherit'] }),
  },
).catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error
  return INTERRUPTED
})
interrupted.stop()
