import pMap from 'p-map'

/** Tells a person what is going on, on stderr: a line that counts up on a terminal, a line per stage elsewhere. */
export class Progress {
  say(text: string): void {
    process.stderr.write(`${text} …\n`)
  }

  /** A whole sentence. */
  tell(text: string): void {
    process.stderr.write(`${text}\n`)
  }

  complain(error: unknown): void {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }

  /** Runs `task` for 0 to `count - 1`, some at once, and gives the results in order. */
  async each<Result>(
    text: string,
    count: number,
    concurrency: number,
    task: (index: number) => Promise<Result>,
  ): Promise<Result[]> {
    if (count === 0) return []
    let done = 0
    const show = (): void => {
      if (process.stderr.isTTY)
        process.stderr.write(`\r${text} … ${done}/${count}${done === count ? '\n' : ''}`)
    }
    if (!process.stderr.isTTY) this.say(`${text}: ${count}`)
    show()
    return pMap(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        const result = await task(index)
        done += 1
        show()
        return result
      },
      { concurrency },
    )
  }
}
