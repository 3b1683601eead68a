/** Work that was begun and must end before a stop is complete. */
export class InFlight {
  readonly #tasks = new Set<Promise<void>>()

  /** Begins a task once the current callback has returned, so after the answer of the call that asked for it. */
  start(task: () => Promise<void>): void {
    const begun = new Promise<void>((resolve) => setImmediate(resolve))
    const running = begun.then(task).finally(() => this.#tasks.delete(running))
    this.#tasks.add(running)
  }

  /** Resolves when nothing runs any more, what was begun meanwhile included. */
  async drain(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks)
  }
}
