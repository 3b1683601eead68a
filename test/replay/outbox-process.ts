import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface OutboxProcess {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>
}

/** The program itself, to be interrupted or killed. */
export function outboxProcess(args: readonly string[]): OutboxProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/outbox.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', DYNAMODB_ENDPOINT: '' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [out, error] = [text(child.stdout), text(child.stderr)]
  return {
    child,
    ended: once(child, 'close').then(async ([code]) => ({ code, out: await out, error: await error })),
  }
}
