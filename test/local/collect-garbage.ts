import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Frees what nobody holds any more. */
export async function collectGarbage(): Promise<void> {
  if (typeof collect !== 'function') throw new Error('This Node does not give its garbage collector away')
  // What a WeakRef pointed to in this turn of the event loop stays until the next one.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
}

/** Bytes that are still held. */
export async function heldBytes(): Promise<number> {
  await collectGarbage()
  await collectGarbage()
  return process.memoryUsage().heapUsed
}
