import type { S3Client } from '@aws-sdk/client-s3'
import { ENVIRONMENT } from '../../environment.js'
import { archiveObjects } from '../../replay/archive-objects.js'
import type { ReplayFilters } from '../../replay/replay-filters.js'
import { archiveBucket } from '../archive/archive-bucket.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

/** Rows may wait so long for the archive when they are due. Milliseconds. */
const HOUR: number = 60 * 60_000

/**
 * Where the events of a range are: in the archive when all of it is older than the retention; in the rows when all of it is
 * younger and the archive has none of its hours, which a retention that was changed may bring about; else in both.
 *
 * @param now milliseconds since the epoch
 * @throws CliError when the outbox has no archive, the SDK's error
 */
export async function originOfRange(
  s3: S3Client,
  outbox: Pick<OutboxResources, 'name' | 'environment' | 'tableName' | 'keys' | 'ttlAttribute'>,
  { since, until }: ReplayFilters,
  now: number,
): Promise<'archive' | 'rows' | 'both'> {
  const bucket = archiveBucket(outbox)
  const retention = Number(outbox.environment[ENVIRONMENT.retentionSeconds]) * 1_000
  if (!(retention > 0)) return 'both'
  if (until !== undefined && Date.parse(until) <= now - retention - HOUR) return 'archive'
  if (since === undefined || Date.parse(since) < now - retention + HOUR) return 'both'
  for await (const _ of archiveObjects(s3, { bucket, outboxName: outbox.name }, { since, until }))
    return 'both'
  return 'rows'
}
