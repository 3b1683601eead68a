import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { archivePrefix } from '../archive/archive-prefix.js'
import { ONLY_OUTBOX_KEYS } from './outbox-keys-condition.js'

interface ArchiveResources {
  readonly table: ITable
  readonly archiveBucket?: IBucket
  readonly outboxName: string
}

/** To add objects and to delete rows, each only the outbox's own; nothing in the bucket can be read or deleted. */
export function grantArchive(
  grantee: IGrantable,
  { table, archiveBucket, outboxName }: ArchiveResources,
): void {
  if (archiveBucket === undefined) return
  Grant.addToPrincipal({
    grantee,
    actions: ['s3:PutObject'],
    resourceArns: [archiveBucket.arnForObjects(`${archivePrefix(outboxName)}*`)],
  })
  archiveBucket.encryptionKey?.grantEncrypt(grantee)
  Grant.addToPrincipal({
    grantee,
    actions: ['dynamodb:PartiQLDelete'],
    resourceArns: [table.tableArn],
    conditions: ONLY_OUTBOX_KEYS,
  })
}
