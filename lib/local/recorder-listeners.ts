import { describeFailure } from './describe-failure.js'
import type { RecorderListener } from './recorder.js'

/**
 * Tells each listener in turn. One that throws harms neither the others nor whoever does what is told of; it is named
 * once.
 */
export class RecorderListeners {
  readonly #listeners = new Set<RecorderListener>()
  readonly #failed = new WeakSet<RecorderListener>()
  readonly #onFailure: (warning: string) => void

  constructor(onFailure: (warning: string) => void) {
    this.#onFailure = onFailure
  }

  /** Gives what removes the listener. */
  add(listener: RecorderListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  tell(notify: (listener: RecorderListener) => void): void {
    for (const listener of [...this.#listeners]) {
      try {
        notify(listener)
      } catch (error) {
        if (this.#failed.has(listener)) continue
        // First: the warning is told, too, perhaps to the one that fails.
        this.#failed.add(listener)
        this.#onFailure(`A listener failed: ${describeFailure(error)}. It is not warned of again.`)
      }
    }
  }
}
