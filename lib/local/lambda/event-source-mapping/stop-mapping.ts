import type { Clock } from '../../clock.js'
import type { EventSourceMapping } from './event-source-mapping.js'

/** Milliseconds for invocations under way to end by themselves; then their function's workers end them. */
const GRACE = 1000

/** Ends a mapping for good, without waiting for a function that hangs. */
export async function stopMapping(mapping: EventSourceMapping, clock: Clock): Promise<void> {
  const done = new AbortController()
  await Promise.race([mapping.disable(), clock.sleep(GRACE, done.signal)])
  done.abort()
}
