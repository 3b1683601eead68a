import { type WorkerEntry, workerEntry } from '../../worker-entry.js'

export type RuntimeEntry = WorkerEntry

/** The entry of an execution environment's worker, as JavaScript. */
export function runtimeEntry(): Promise<RuntimeEntry> {
  return workerEntry(new URL('./runtime.js', import.meta.url))
}
