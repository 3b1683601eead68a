import type { S3Client } from '@aws-sdk/client-s3'
import type { Clock } from '../../clock.js'
import { ArchiveSource } from '../../replay/archive-source.js'
import { RangeSource } from '../../replay/range-source.js'
import type { ReplayPlan } from '../../replay/replay-record.js'
import { RowSource } from '../../replay/row-source.js'
import type { ReplaySource } from '../../replay/source-item.js'
import { OutboxStore } from '../../store/outbox-store.js'
import { OwnerIndex } from '../../store/owner-index.js'
import type { AwsClients } from '../operate/aws-clients.js'
import type { OutboxResources } from '../operate/outbox-resources.js'

export interface SourceOf {
  readonly clients: AwsClients
  readonly s3: S3Client
  readonly outbox: OutboxResources
  readonly plan: ReplayPlan
  readonly clock: Clock
}

/** Where the plan's events come from; undefined where EventBridge reads them itself. @throws ReplayError */
export function sourceOf({ clients, s3, outbox, plan, clock }: SourceOf): ReplaySource | undefined {
  const { documents } = clients
  const { name: outboxName, tableName, keys } = outbox
  const { from, filters, archive: bucket, waiting } = plan
  if (waiting !== undefined && bucket !== undefined)
    return new RangeSource({
      index: new OwnerIndex(documents, outbox),
      store: new OutboxStore(documents, outbox),
      archive: { client: s3, bucket, outboxName },
      isArchiveMeant: from === 'both',
      random: Math.random,
      ...waiting,
      keys,
      filters,
      clock,
    })
  if (from === 'rows' && filters.aggregate !== undefined)
    return new RowSource({ client: documents, tableName, keys, aggregate: filters.aggregate })
  if (from === 'archive' && bucket !== undefined)
    return new ArchiveSource({
      client: s3,
      bucket,
      outboxName,
      since: filters.since,
      until: filters.until,
    })
  return undefined
}
