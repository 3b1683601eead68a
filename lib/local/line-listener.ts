import type { RecorderListener } from './recorder.js'

/** How functions mark an error: in Lambda's text format, or as a structured line of a logger. */
const ERROR_LINE = /\tERROR\t|"level":\s*"(?:ERROR|FATAL|CRITICAL)"/i

/** Tells people what happens: one line for each event published, error in a function's log, fault, and warning. */
export function lineListener(log: (line: string) => void): RecorderListener {
  return {
    onEvent: ({ busName, envelope }) => {
      log(`event    ${String(envelope['detail-type'])} from ${String(envelope['source'])} on ${busName}`)
    },
    onLogLine: ({ functionName, line }) => {
      if (ERROR_LINE.test(line)) log(`error    ${functionName}: ${line}`)
    },
    onFault: ({ kind, service, operation, caller }) => {
      log(`fault    ${kind} at ${service}:${operation} of ${caller.name}`)
    },
    onWarning: (message) => log(`warning  ${message}`),
  }
}
