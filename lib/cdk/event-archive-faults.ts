import type { EventArchiveProps } from './event-archive-props.js'
import { durationFaults, NO_MOST, seconds } from './value-faults.js'

const DAY_SECONDS = 24 * 60 * 60

/** EventBridge counts whole days, and takes 0 for ever. */
export function eventArchiveFaults({ retention }: EventArchiveProps = {}): string[] {
  if (retention === undefined) return []
  const faults = durationFaults(
    'eventArchive.retention',
    retention,
    DAY_SECONDS,
    NO_MOST,
    'leave it out for ever',
  )
  if (faults.length > 0 || seconds(retention) % DAY_SECONDS === 0) return faults
  return [`Expected \`eventArchive.retention\` to be whole days, got \`${seconds(retention)}\` seconds`]
}
