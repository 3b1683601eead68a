/**
 * How many calls of each execution environment are held: by a fault, or by a service that waits for something to
 * happen. A worker whose only open connections are those of held calls does nothing but wait.
 */
export class HeldCalls {
  readonly #counts = new Map<string, SharedArrayBuffer>()

  /** One Int32, which the worker reads. */
  countOf(environmentId: string): SharedArrayBuffer {
    const known = this.#counts.get(environmentId)
    if (known !== undefined) return known
    const count = new SharedArrayBuffer(4)
    this.#counts.set(environmentId, count)
    return count
  }

  /** The environment has ended. */
  forget(environmentId: string): void {
    this.#counts.delete(environmentId)
  }

  /** @param environmentId undefined when no function calls; gives what ends the holding */
  hold(environmentId: string | undefined): () => void {
    const count = environmentId === undefined ? undefined : this.#counts.get(environmentId)
    if (count === undefined) return () => undefined
    const held = new Int32Array(count)
    Atomics.add(held, 0, 1)
    return () => {
      Atomics.sub(held, 0, 1)
    }
  }
}
