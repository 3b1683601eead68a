import type { S3Client } from '@aws-sdk/client-s3'
import { ArchiveSource } from '../../replay/archive-source.js'
import type { ReplayPlan } from '../../replay/replay-record.js'
import { RowSource } from '../../replay/row-source.js'
import type { ReplaySource } from '../../replay/source-item.js'
import type { AwsClients } from '../operate/aws-clients.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

/** Where the plan's events come from; undefined where EventBridge reads them itself. @throws ReplayError */
export function sourceOf(
  { documents }: AwsClients,
  s3: S3Client,
  { name, tableName, keys }: OutboxResources,
  { from, filters, archive }: ReplayPlan,
): ReplaySource | undefined {
  if (from === 'rows' && filters.aggregate !== undefined)
    return new RowSource({ client: documents, tableName, keys, aggregate: filters.aggregate })
  if (from === 'archive' && archive !== undefined)
    return new ArchiveSource({
      client: s3,
      bucket: archive,
      outboxName: name,
      since: filters.since,
      until: filters.until,
    })
  return undefined
}
