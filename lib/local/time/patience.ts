/** How long somebody waits in real time, whatever the virtual time does. */
export interface Patience {
  /** Resolves when it is over. */
  readonly over: Promise<void>
  /** It never will be over. */
  readonly stop: () => void
}

/** @param milliseconds of real time */
export function patience(milliseconds: number): Patience {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  return { over, stop: () => clearTimeout(timer) }
}
