const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The exit code of a process that a signal ended: 128 and the number of SIGINT. */
const INTERRUPTED = 130

/** Signals closer to each other are one ctrl-C: npm passes on what the terminal sent to everybody. Milliseconds. */
const ONE_KEYSTROKE = 1_000

export interface Interruption {
  /** Resolves at the first ctrl-C or SIGTERM. */
  readonly promise: Promise<void>
  readonly stop: () => void
}

/** From now on the first signal asks for an orderly end; a second one ends the process at once. */
export function untilInterrupted(): Interruption {
  let stop = (): void => {}
  const promise = new Promise<void>((resolve) => {
    let askedAt: number | undefined
    const onSignal = (): void => {
      const now = performance.now()
      if (askedAt !== undefined && now - askedAt > ONE_KEYSTROKE) process.exit(INTERRUPTED)
      askedAt ??= now
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, onSignal)
    stop = () => {
      for (const signal of SIGNALS) process.off(signal, onSignal)
    }
  })
  return { promise, stop }
}
