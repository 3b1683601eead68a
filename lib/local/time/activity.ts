import { setImmediate as turn } from 'node:timers/promises'
import { LocalCloudError } from '../local-cloud-error.js'

/** Turns of the event loop in which whoever waits for something that just ended can go on. */
const TURNS = 3
/** Milliseconds of real time. */
const PATIENCE = 60_000

/**
 * Answers for work that cannot be counted here, that of another thread: resolves once it does nothing but wait, with
 * the time at which its earliest timer is due (milliseconds since the epoch), if it has one.
 */
export type Probe = () => Promise<number | undefined>

/**
 * Knows whether anything in the local cloud is at work. What waits for the clock is not at work: only with nothing at
 * work may time be moved forward, else a time-out would strike somebody who was about to finish.
 */
export class Activity {
  readonly #running = new Map<symbol, string>()
  readonly #probes = new Set<Probe>()
  readonly #watchers = new Set<() => void>()
  /** Grows with each beginning: tells whether anything happened in between. */
  #begun = 0

  /** @param what for the error that says what never ends; gives what ends it */
  begin(what: string): () => void {
    const id = Symbol(what)
    this.#running.set(id, what)
    this.#begun += 1
    return () => {
      this.#running.delete(id)
      if (this.#running.size === 0) for (const watcher of [...this.#watchers]) watcher()
    }
  }

  /** Counts the task as work until it settles. */
  async run<T>(what: string, task: () => Promise<T>): Promise<T> {
    const end = this.begin(what)
    try {
      return await task()
    } finally {
      end()
    }
  }

  /** Gives what removes the probe. */
  addProbe(probe: Probe): () => void {
    this.#probes.add(probe)
    this.#begun += 1
    return () => {
      this.#probes.delete(probe)
      this.#begun += 1
    }
  }

  /**
   * Resolves when nothing is at work, with the time at which the earliest timer of the probes is due.
   * @throws LocalCloudError after a minute of real time, naming what is still at work
   */
  async quiet(): Promise<number | undefined> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), PATIENCE)
    try {
      for (;;) {
        await this.#nothingRuns(patience.signal)
        if (patience.signal.aborted) throw noRest('calls from outside, one after the other')
        const before = this.#begun
        for (let turns = 0; turns < TURNS; turns += 1) await turn()
        if (this.#running.size > 0 || this.#begun !== before) continue
        const probed = [...this.#probes].map((probe) => probe())
        const dues = await orAborted(Promise.all(probed), patience.signal, () => 'a function')
        if (this.#running.size > 0 || this.#begun !== before) continue
        return dues.reduce(earliest, undefined)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async #nothingRuns(signal: AbortSignal): Promise<void> {
    if (this.#running.size === 0) return
    let watcher = (): void => {}
    const ended = new Promise<void>((resolve) => {
      watcher = resolve
      this.#watchers.add(watcher)
    })
    try {
      await orAborted(ended, signal, () => [...new Set(this.#running.values())].join(', '))
    } finally {
      this.#watchers.delete(watcher)
    }
  }
}

function earliest(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return Math.min(one, other)
}

async function orAborted<T>(awaited: Promise<T>, signal: AbortSignal, what: () => string): Promise<T> {
  let abort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => {
      reject(noRest(what()))
    }
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([awaited, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function noRest(what: string): LocalCloudError {
  return new LocalCloudError(`The local cloud did not come to rest within a minute. At work: ${what}.`)
}
