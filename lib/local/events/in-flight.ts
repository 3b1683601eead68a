import type { Activity } from '../time/activity.js'

/** Work that was begun and must end before a stop is complete. */
export class InFlight {
  readonly #activity: Activity
  readonly #tasks = new Set<Promise<void>>()

  constructor(activity: Activity) {
    this.#activity = activity
  }

  /**
   * Begins a task once the current callback has returned, so after the answer of the call that asked for it. It counts
   * as work until its first own wait: what the task does after that it reports itself.
   */
  start(what: string, task: () => Promise<void>): void {
    const end = this.#activity.begin(what)
    const begun = new Promise<void>((resolve) => setImmediate(resolve))
    this.track(
      begun.then(() => {
        try {
          return task()
        } finally {
          end()
        }
      }),
    )
  }

  /** A task that runs already. */
  track(task: Promise<void>): void {
    const running = task.finally(() => this.#tasks.delete(running))
    this.#tasks.add(running)
  }

  /** Resolves when nothing runs any more, what was begun meanwhile included. */
  async drain(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks)
  }
}
