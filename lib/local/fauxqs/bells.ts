/** Wakes who waits for something by its name. */
export class Bells {
  readonly #listeners = new Map<string, Set<() => void>>()

  /** Resolves at the next ring, or when the signal aborts. */
  next(name: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const listeners = this.#listeners.get(name) ?? new Set()
      this.#listeners.set(name, listeners)
      const wake = (): void => {
        signal.removeEventListener('abort', wake)
        listeners.delete(wake)
        if (listeners.size === 0 && this.#listeners.get(name) === listeners) this.#listeners.delete(name)
        resolve()
      }
      listeners.add(wake)
      signal.addEventListener('abort', wake)
    })
  }

  ring(name: string): void {
    for (const wake of [...(this.#listeners.get(name) ?? [])]) wake()
  }
}
