import type { LocalCloud } from 'serverless-outbox/local'
import { startChaosCloud } from './chaos-cloud.js'
import { ChaosRun } from './chaos-run.js'
import type { ChaosOptions } from './options.js'
import { makePlan } from './plan.js'
import type { Verdict } from './verdict.js'

export interface RunOptions extends ChaosOptions {
  /** Tells a person what is going on. @default - nobody is told */
  readonly say?: (line: string) => void
  /** Ends the run early. */
  readonly signal?: AbortSignal
  /** Called before the first event: to break the product under the run. */
  readonly onStarted?: (cloud: LocalCloud) => void
}

/**
 * Runs an outbox under load while everything goes wrong, and judges.
 * @throws the signal's reason when it aborts; Error when the run itself fails
 */
export async function runChaos(options: RunOptions): Promise<Verdict> {
  const { say = () => undefined, signal, onStarted } = options
  say(`Seed ${options.seed}: ${options.events} events, ${options.kills} kills`)
  const chaos = await startChaosCloud(options.seed)
  try {
    signal?.throwIfAborted()
    onStarted?.(chaos.cloud)
    return await orAborted(new ChaosRun(chaos, makePlan(options), options, say).run(), signal)
  } finally {
    await chaos.stop()
  }
}

async function orAborted<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return awaited
  // What is under way when the cloud stops fails, and nobody needs to know.
  awaited.catch(() => undefined)
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([awaited, aborted])
}
