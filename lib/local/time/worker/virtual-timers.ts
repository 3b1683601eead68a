import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import { promisify } from 'node:util'
import { VirtualTimeout } from './virtual-timeout.js'

type Callback = (...args: unknown[]) => void

interface WaitOptions {
  readonly signal?: AbortSignal
  readonly ref?: boolean
}

const REAL = { setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout }

/**
 * The timers of this thread, kept by the local cloud's time: when that is moved forward, those that are due fire.
 * Timers inside Node itself, those of sockets, stay real.
 */
export class VirtualTimers {
  readonly #now: () => number
  readonly #pending = new Map<number, VirtualTimeout>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** When the earliest timer is due for which the process would stay alive; undefined when there is none. */
  earliest(): number | undefined {
    const dues = [...this.#pending.values()].filter((timer) => timer.counts).map(({ due }) => due)
    return dues.length === 0 ? undefined : Math.min(...dues)
  }

  /** After time was moved: those that are due fire, in order. */
  jumped(): void {
    const inOrder = [...this.#pending.values()].sort((a, b) => a.due - b.due)
    for (const timer of inOrder) timer.arm()
  }

  /** Replaces the functions that make timers, in the globals and in Node's modules. */
  install(): void {
    const setVirtualTimeout = (callback: Callback, delay?: number, ...args: unknown[]): VirtualTimeout =>
      this.#add(() => callback(...args), delay, false)
    const setVirtualInterval = (callback: Callback, delay?: number, ...args: unknown[]): VirtualTimeout =>
      this.#add(() => callback(...args), delay, true)
    const clear = (timer: unknown): void => this.#clear(timer)
    const wait = (delay?: number, value?: unknown, options?: WaitOptions): Promise<unknown> =>
      this.#wait(delay, value, options)
    const repeat = (delay?: number, value?: unknown, options?: WaitOptions): AsyncGenerator<unknown> =>
      this.#repeat(delay, value, options)
    Object.defineProperty(setVirtualTimeout, promisify.custom, { value: wait })
    const replaced = {
      setTimeout: setVirtualTimeout,
      setInterval: setVirtualInterval,
      clearTimeout: clear,
      clearInterval: clear,
    }
    Object.assign(globalThis, replaced)
    Object.assign(timers, replaced)
    Object.assign(promises, { setTimeout: wait, setInterval: repeat })
    Object.assign(promises.scheduler, { wait })
    Object.assign(AbortSignal, { timeout: (delay: number) => this.#abortSignal(delay) })
    syncBuiltinESMExports()
  }

  #add(callback: () => void, delay = 1, repeats: boolean): VirtualTimeout {
    const timer = new VirtualTimeout(callback, delay, repeats, {
      real: REAL,
      now: this.#now,
      pending: this.#pending,
    })
    timer.arm()
    return timer
  }

  #clear(timer: unknown): void {
    if (timer instanceof VirtualTimeout) timer.close()
    else if (typeof timer === 'number' || typeof timer === 'string') this.#pending.get(Number(timer))?.close()
    else if (typeof timer === 'object' && timer !== null) Reflect.apply(REAL.clearTimeout, undefined, [timer])
  }

  #wait(
    delay: number | undefined,
    value: unknown,
    { signal, ref = true }: WaitOptions = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        timer.close()
        reject(aborted(signal))
      }
      const timer = this.#add(
        () => {
          signal?.removeEventListener('abort', abort)
          resolve(value)
        },
        delay,
        false,
      )
      // The process may end, but whoever awaits it waits for it.
      if (!ref) timer.release()
      if (signal?.aborted === true) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }

  async *#repeat(delay: number | undefined, value: unknown, options?: WaitOptions): AsyncGenerator<unknown> {
    let due = 0
    let woken = (): void => {}
    const timer = this.#add(
      () => {
        due += 1
        woken()
      },
      delay,
      true,
    )
    const abort = (): void => woken()
    if (options?.ref === false) timer.unref()
    options?.signal?.addEventListener('abort', abort)
    try {
      for (;;) {
        if (options?.signal?.aborted === true) throw aborted(options.signal)
        if (due > 0) {
          due -= 1
          yield value
        } else {
          await new Promise<void>((resolve) => {
            woken = resolve
          })
        }
      }
    } finally {
      options?.signal?.removeEventListener('abort', abort)
      timer.close()
    }
  }

  #abortSignal(delay: number): AbortSignal {
    const controller = new AbortController()
    this.#add(
      () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      delay,
      false,
    ).release()
    return controller.signal
  }
}

function aborted(signal: AbortSignal | undefined): Error {
  const error = new Error('The operation was aborted', { cause: signal?.reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}
