export interface LogBounds {
  readonly maxEntries: number
  readonly maxBytes: number
}

/**
 * Keeps the newest entries, whole ones: a local cloud can stay up for days, and one call's input may hold 4 MB. The
 * newest entry stays, however large it is.
 */
export class BoundedLog<T> {
  readonly #bounds: LogBounds
  readonly #entries: T[] = []
  readonly #sizes: number[] = []
  #bytes = 0

  constructor(bounds: LogBounds) {
    this.#bounds = bounds
  }

  /** From the oldest to the newest. */
  get entries(): readonly T[] {
    return this.#entries
  }

  /** Gives what had to go. */
  add(entry: T, bytes: number): readonly T[] {
    this.#entries.push(entry)
    this.#sizes.push(bytes)
    this.#bytes += bytes
    let dropped = 0
    while (this.#isOver(dropped)) {
      this.#bytes -= this.#sizes[dropped] ?? 0
      dropped += 1
    }
    this.#sizes.splice(0, dropped)
    return this.#entries.splice(0, dropped)
  }

  #isOver(dropped: number): boolean {
    const left = this.#entries.length - dropped
    return left > 1 && (left > this.#bounds.maxEntries || this.#bytes > this.#bounds.maxBytes)
  }
}
