import { untilInterrupted } from '../local/until-interrupted.js'
import { output } from '../output.js'

/**
 * Runs work that ctrl-C, SIGTERM, a closed terminal or output that nobody reads ends in order: it asks after each step
 * whether to go on. A second ctrl-C or SIGTERM ends the process at once; the others may come beside one, and never do.
 *
 * @param closed aborted when nobody reads the output, maybe before the work begins
 */
export async function interruptible<T>(
  work: (isInterrupted: () => boolean) => Promise<T>,
  closed: AbortSignal = output.signal,
): Promise<T> {
  const { promise, stop } = untilInterrupted()
  let isInterrupted = closed.aborted
  const interrupt = (): void => {
    isInterrupted = true
  }
  void promise.then(interrupt)
  process.on('SIGHUP', interrupt)
  closed.addEventListener('abort', interrupt)
  try {
    return await work(() => isInterrupted)
  } finally {
    closed.removeEventListener('abort', interrupt)
    process.off('SIGHUP', interrupt)
    stop()
  }
}
