/** Ends what was started, the latest first. */
export class Shutdown {
  readonly #steps: (() => Promise<void>)[] = []
  #running: Promise<void> | undefined

  add(step: () => Promise<void>): void {
    this.#steps.push(step)
  }

  /**
   * Every step runs, also after one that failed; a second call waits for the first.
   * @throws AggregateError of the steps that failed
   */
  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    const errors: unknown[] = []
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await step().catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0)
      throw new AggregateError(errors, 'Not everything of the local cloud ended cleanly.')
  }
}
