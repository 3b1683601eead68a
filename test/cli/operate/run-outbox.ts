import { execFile } from 'node:child_process'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** No credentials, Region or outbox of whoever runs the tests. */
const FOREIGN = /^(AWS_|OUTBOX_|DYNAMODB_ENDPOINT)/

/** Runs the program itself, without a terminal. */
export function runOutbox(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'bin/outbox.ts', ...args],
      { env: { ...Object.fromEntries(own), NODE_NO_WARNINGS: '1', ...environment } },
      (failure, out, error) => {
        const code = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : -1
        resolve({ code, out, error })
      },
    )
  })
}
