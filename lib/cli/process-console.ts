import type { Writable } from 'node:stream'
import type { Console } from './console.js'
import { terminalQuestion } from './operate/terminal-question.js'

export interface ProcessStreams {
  readonly stdin: { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

export interface ProcessConsole extends Console {
  /** Whether some of the result could not be written, other than for want of a reader: a full disk. */
  readonly isCut: () => boolean
}

/** What a stream says that nobody reads: the other end of a pipe, or a terminal, has gone. */
const NO_READER: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'EIO',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
])

/**
 * Talks to the streams of a process. One that takes nothing any more, as in `outbox list | head`, ends nothing: what
 * would be written to it is dropped.
 *
 * @param onClosed told of each such stream once
 */
export function processConsole(
  { stdin, stdout, stderr }: ProcessStreams,
  onClosed: () => void,
): ProcessConsole {
  const closed = new Set<Writable>()
  let isCut = false
  const write = (stream: Writable, text: string): void => {
    if (!closed.has(stream)) stream.write(text)
  }
  for (const stream of [stdout, stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (closed.has(stream)) return
      closed.add(stream)
      if (!NO_READER.has(code)) {
        isCut = true
        write(stderr, `The output could not be written: ${code ?? message}\n`)
      }
      onClosed()
    })
  return {
    out: (line) => write(stdout, `${line}\n`),
    error: (line) => write(stderr, `${line}\n`),
    isClosed: () => closed.has(stdout),
    isCut: () => isCut,
    ...(stdin.isTTY && stderr.isTTY ? { ask: (question: string) => terminalQuestion(question) } : {}),
  }
}
