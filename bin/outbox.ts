#!/usr/bin/env node
import { terminalQuestion } from '../lib/cli/operate/terminal-question.js'
import { run } from '../lib/cli/run.js'

// A pipe whose reader has had enough, as `outbox list | head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  ...(process.stdin.isTTY && process.stderr.isTTY
    ? { ask: (question: string) => terminalQuestion(question) }
    : {}),
})
