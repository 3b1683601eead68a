import { createInterface } from 'node:readline/promises'

interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Asks at the terminal, beside the result on stdout; an empty answer at ctrl-C and ctrl-D. */
export async function terminalQuestion(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const terminal = createInterface({ input, output, terminal: true })
  const closed = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''))
  })
  try {
    // At ctrl-C the question fails, at ctrl-D it never ends.
    return await Promise.race([terminal.question(question).catch(() => ''), closed])
  } finally {
    terminal.close()
  }
}
