import { untilInterrupted } from '../local/until-interrupted.js'

/**
 * Runs work that ctrl-C ends in order: it asks after each step whether to go on. A second ctrl-C ends the process at
 * once.
 */
export async function interruptible<T>(work: (isInterrupted: () => boolean) => Promise<T>): Promise<T> {
  const { promise, stop } = untilInterrupted()
  let isInterrupted = false
  void promise.then(() => {
    isInterrupted = true
  })
  try {
    return await work(() => isInterrupted)
  } finally {
    stop()
  }
}
