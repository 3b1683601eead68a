import { setTimeout as realTimeout } from 'node:timers'
import { setImmediate as turn } from 'node:timers/promises'
import { ThreadPoolWork } from './thread-pool-work.js'
import { installVirtualDate } from './virtual-date.js'
import { VirtualTimers } from './virtual-timers.js'

/** What keeps a thread alive while it only waits: its timers, and the port to the main thread. */
const WAITING: ReadonlySet<string> = new Set(['Timeout', 'MessagePort'])
/** An open connection on which an answer is awaited; idle ones that are kept do not count. */
const CONNECTION = 'TCPSocketWrap'
/** Milliseconds of real time between two looks. */
const LOOK_AGAIN = 1

const realSetTimeout = realTimeout

/** The local cloud's time in this thread: `Date` and timers follow it. */
export class WorkerTime {
  readonly #timers: VirtualTimers
  readonly #threadPool: ThreadPoolWork = new ThreadPoolWork()
  readonly #heldCalls: Int32Array

  /**
   * @param offset shared with the main thread, see `installVirtualDate`
   * @param heldCalls one Int32, shared: so many open connections will get no answer before time passes
   */
  constructor(offset: SharedArrayBuffer, heldCalls: SharedArrayBuffer) {
    this.#heldCalls = new Int32Array(heldCalls)
    installVirtualDate(new Float64Array(offset))
    this.#timers = new VirtualTimers(() => Date.now())
    this.#timers.install()
    this.#threadPool.install()
  }

  jumped(): void {
    this.#timers.jumped()
  }

  /**
   * Resolves once this thread does nothing but wait, with the time at which its earliest timer is due.
   * @param looks how often in a row it must be seen waiting
   */
  async idle(looks: () => number): Promise<number | undefined> {
    for (let seen = 0; ; ) {
      await turn()
      await turn()
      const due = this.#timers.earliest()
      seen = this.#isWaiting() && (due === undefined || due > Date.now()) ? seen + 1 : 0
      if (seen >= looks()) return due
      await new Promise((resolve) => realSetTimeout(resolve, LOOK_AGAIN))
    }
  }

  #isWaiting(): boolean {
    if (this.#threadPool.underWay > 0) return false
    const atWork = process.getActiveResourcesInfo().filter((resource) => !WAITING.has(resource))
    const held = Atomics.load(this.#heldCalls, 0)
    return atWork.length <= held && atWork.every((resource) => resource === CONNECTION)
  }
}
