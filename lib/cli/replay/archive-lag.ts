import { ENVIRONMENT } from '../../environment.js'
import type { ReplayFilters } from '../../replay/replay-filters.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

const HOUR = 3_600

/**
 * What a range asks of the archive that cannot be there yet; undefined when nothing is. Rows go there after their
 * retention, and up to about an hour later.
 *
 * @param now milliseconds since the epoch
 */
export function archiveLag(
  { until }: ReplayFilters,
  environment: OutboxResources['environment'],
  now: number,
): string | undefined {
  const retention = Number(environment[ENVIRONMENT.retentionSeconds])
  if (!(retention > 0) || until === undefined) return undefined
  const archivedUntil = now - (retention + HOUR) * 1_000
  if (Date.parse(until) <= archivedUntil) return undefined
  return `what was delivered after ${new Date(archivedUntil).toISOString()} is in the table still, not in the archive: --aggregate <Type/id> without a time replays it from there, --from event-bridge where EventBridge keeps an archive`
}
