/**
 * What a step draws, out of one number: digit by digit, each of another base. 0 draws the first of everything, which is
 * always the dull one, so that a failure shrinks to few and dull steps.
 */
export class Draw {
  #rest: number

  constructor(number: number) {
    this.#rest = number
  }

  /** From 0 to below `count`. */
  take(count: number): number {
    const taken = this.#rest % count
    this.#rest = Math.floor(this.#rest / count)
    return taken
  }

  /** True once in so many draws. */
  oneIn(count: number): boolean {
    return this.take(count) === count - 1
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.take(list.length)]
  }
}
