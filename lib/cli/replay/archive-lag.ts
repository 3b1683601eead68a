import { ENVIRONMENT } from '../../environment.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

const HOUR = 3_600

/**
 * What is not in the archive yet, whenever it occurred: rows go there after their retention, and up to about an hour later.
 * Undefined when the retention is not known.
 *
 * @param now milliseconds since the epoch
 */
export function archiveLag(environment: OutboxResources['environment'], now: number): string | undefined {
  const retention = Number(environment[ENVIRONMENT.retentionSeconds])
  if (!(retention > 0)) return undefined
  const archivedUntil = new Date(now - (retention + HOUR) * 1_000).toISOString()
  return `what was delivered after ${archivedUntil} is in the table still, not in the archive: --from both takes it, too`
}
