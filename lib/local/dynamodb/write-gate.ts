interface Waiting {
  readonly alone: boolean
  readonly enter: () => void
}

/** Lets writes through side by side, or one piece of work alone, in the order in which they come. */
export class WriteGate {
  #writes = 0
  #isTaken = false
  readonly #waiting: Waiting[] = []

  /** For a write. It waits while somebody is alone, or asked for that before. */
  async shared<T>(write: () => Promise<T>): Promise<T> {
    await this.#enter(false)
    try {
      return await write()
    } finally {
      this.#writes -= 1
      this.#admit()
    }
  }

  /** For work during which nobody else writes. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter(true)
    try {
      return await work()
    } finally {
      this.#isTaken = false
      this.#admit()
    }
  }

  #enter(alone: boolean): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ alone, enter })
      this.#admit()
    })
  }

  /** Counts whoever may go on at once: their own turn comes later. */
  #admit(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined || this.#isTaken || (next.alone && this.#writes > 0)) return
      this.#waiting.shift()
      if (next.alone) this.#isTaken = true
      else this.#writes += 1
      next.enter()
    }
  }
}
