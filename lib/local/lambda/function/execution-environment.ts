import { Worker } from 'node:worker_threads'
import type { Activity } from '../../time/activity.js'
import type { HeldCalls } from '../../time/held-calls.js'
import type { SharedClock } from '../../time/shared-clock.js'
import { INIT_TIMEOUT_MILLISECONDS } from '../lambda-limits.js'
import type { RuntimeEntry } from '../runtime/runtime-entry.js'
import type {
  ErrorReport,
  InvokeMessage,
  RuntimeMessage,
  RuntimeSettings,
  ServiceMessage,
} from '../runtime/runtime-message.js'

export type InvocationOutcome =
  | { readonly kind: 'response'; readonly payload: string }
  | { readonly kind: 'error'; readonly error: ErrorReport }

export interface ExecutionEnvironmentOptions {
  readonly id: string
  readonly entry: RuntimeEntry
  readonly settings: Omit<RuntimeSettings, 'clockOffset' | 'heldCalls'>
  readonly variables: Readonly<Record<string, string>>
  readonly memoryMegabytes: number
  readonly clock: SharedClock
  readonly activity: Activity
  readonly heldCalls: HeldCalls
  readonly onLog: (text: string) => void
}

/** Thrown away with the worker: how it ended, as the invocation that was under way sees it. */
type Ending = { readonly errorType: string; readonly reason: string }

/** One worker, one invocation at a time, reused as long as it lives. */
export class ExecutionEnvironment {
  readonly #worker: Worker
  readonly #options: ExecutionEnvironmentOptions
  readonly #ready: Promise<ErrorReport | undefined>
  readonly #exited: Promise<void>
  readonly #probes = new Map<number, (due: number | undefined) => void>()
  #settle: ((outcome: InvocationOutcome) => void) | undefined
  #probed = 0
  #ending: Ending | undefined
  #fatal: ErrorReport | undefined
  #alive = true

  constructor(options: ExecutionEnvironmentOptions) {
    this.#options = options
    const { entry } = options
    this.#worker = new Worker('file' in entry ? entry.file : entry.code, {
      eval: 'code' in entry,
      workerData: {
        ...options.settings,
        clockOffset: options.clock.offset,
        heldCalls: options.heldCalls.countOf(options.id),
      } satisfies RuntimeSettings,
      env: { ...options.variables },
      argv: [],
      // Loaders of the parent process must not touch the function's modules.
      execArgv: [],
      // Unread pipes: the runtime sends log lines as messages.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
    })
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (message: RuntimeMessage) => this.#receive(message, resolve))
      this.#worker.on('error', (error: Error & { code?: string }) => {
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        this.#ending ??= outOfMemory
          ? { errorType: 'Runtime.OutOfMemory', reason: 'signal: killed' }
          : { errorType: 'Runtime.ExitError', reason: error.message }
      })
      this.#worker.once('exit', () => resolve(undefined))
    })
    const stopListening = options.clock.onJump(() => this.#post({ kind: 'jumped' }))
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        stopListening()
        options.heldCalls.forget(options.id)
        this.#alive = false
        this.#answerProbes()
        this.#ending ??= { errorType: 'Runtime.ExitError', reason: exitReason(code) }
        resolve()
      })
    })
  }

  get id(): string {
    return this.#options.id
  }

  get alive(): boolean {
    return this.#alive
  }

  async invoke(
    invocation: Omit<InvokeMessage, 'deadline' | 'kind'>,
    timeoutSeconds: number,
  ): Promise<InvocationOutcome> {
    const { clock, activity } = this.#options
    const removeProbe = activity.addProbe(() => this.#idle())
    const { requestId } = invocation
    const done = new AbortController()
    try {
      const exited = this.#exited.then(() => this.#endedWith(requestId))
      const initError = await Promise.race([
        this.#ready,
        this.#exited,
        clock
          .sleep(INIT_TIMEOUT_MILLISECONDS + timeoutSeconds * 1000, done.signal)
          .then(() => 'timeout' as const),
      ])
      if (initError === 'timeout') return await this.#timeOut(requestId, timeoutSeconds)
      if (!this.#alive) return await exited
      if (initError !== undefined) {
        await this.terminate()
        return { kind: 'error', error: initError }
      }
      const outcome = new Promise<InvocationOutcome>((resolve) => {
        this.#settle = resolve
      })
      // A probe from before may find the worker ready with nothing to do: whoever looks for rest must ask again.
      activity.begin('the start of an invocation')()
      this.#post({ kind: 'invoke', ...invocation, deadline: clock.now() + timeoutSeconds * 1000 })
      const first = await Promise.race([
        outcome,
        exited,
        clock.sleep(timeoutSeconds * 1000, done.signal).then(() => 'timeout' as const),
      ])
      return first === 'timeout' ? await this.#timeOut(requestId, timeoutSeconds) : first
    } finally {
      done.abort()
      this.#settle = undefined
      removeProbe()
      this.#answerProbes()
    }
  }

  /** Ends the worker at once, also in the middle of an invocation. */
  async terminate(): Promise<void> {
    if (this.#alive) this.#ending ??= { errorType: 'Runtime.ExitError', reason: 'signal: killed' }
    this.#alive = false
    // Else nothing would be at work until the worker has ended, and time could be moved past what follows.
    await this.#options.activity.run('the end of an execution environment', async () => {
      await this.#worker.terminate()
      await this.#exited
    })
  }

  #receive(message: RuntimeMessage, ready: (error: ErrorReport | undefined) => void): void {
    switch (message.kind) {
      case 'ready':
        ready(undefined)
        break
      case 'init-error':
        ready(message.error)
        break
      case 'log':
        this.#options.onLog(message.text)
        break
      case 'idle':
        this.#probes.get(message.id)?.(message.due)
        this.#probes.delete(message.id)
        break
      case 'response':
        this.#settle?.({ kind: 'response', payload: message.payload })
        break
      case 'error':
        this.#settle?.({ kind: 'error', error: message.error })
        break
      case 'fatal':
        this.#fatal = message.error
    }
  }

  #post(message: ServiceMessage): void {
    if (this.#alive) this.#worker.postMessage(message)
  }

  /** Resolves once the worker does nothing but wait for the given time, or has nothing more to do. */
  #idle(): Promise<number | undefined> {
    if (!this.#alive) return Promise.resolve(undefined)
    this.#probed += 1
    const id = this.#probed
    return new Promise((resolve) => {
      this.#probes.set(id, resolve)
      this.#post({ kind: 'probe', id })
    })
  }

  #answerProbes(): void {
    for (const answer of this.#probes.values()) answer(undefined)
    this.#probes.clear()
  }

  async #timeOut(requestId: string, timeoutSeconds: number): Promise<InvocationOutcome> {
    await this.terminate()
    const message = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`
    return failure('Sandbox.Timedout', `RequestId: ${requestId} Error: ${message}`)
  }

  #endedWith(requestId: string): InvocationOutcome {
    if (this.#fatal !== undefined) return { kind: 'error', error: this.#fatal }
    const { errorType, reason } = this.#ending ?? { errorType: 'Runtime.ExitError', reason: 'unknown' }
    return failure(errorType, `RequestId: ${requestId} Error: Runtime exited with error: ${reason}`)
  }
}

function exitReason(code: number): string {
  return code === 137 ? 'signal: killed' : `exit status ${code}`
}

function failure(errorType: string, errorMessage: string): InvocationOutcome {
  return { kind: 'error', error: { errorType, errorMessage, trace: [] } }
}
