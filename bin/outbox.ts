#!/usr/bin/env node
import { getEventListeners } from 'node:events'
import { EXIT_CODE } from '../lib/cli/exit-code.js'
import { output } from '../lib/cli/output.js'
import { processConsole } from '../lib/cli/process-console.js'
import { run } from '../lib/cli/run.js'

const console = processConsole(process, () => {
  if (output.signal.aborted) return
  output.abort()
  // Who changes things listens to that; a local cloud only to ctrl-C. What only reads is over soon.
  if (getEventListeners(output.signal, 'abort').length === 0) process.emit('SIGINT')
})

// Of a full disk the stream may tell when all is done.
process.once('exit', () => {
  if (console.isCut()) process.exitCode = EXIT_CODE.failed
})

process.exitCode = await run(process.argv.slice(2), console)
