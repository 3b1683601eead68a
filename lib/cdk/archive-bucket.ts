import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, StorageClass } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { TransactionalOutboxProps } from './transactional-outbox-props.js'

/** Objects are read soon after they were written, for a replay, or hardly ever. */
const READ_OFTEN: Duration = Duration.days(90)

/** The bucket for published events. Our own is kept when the stack is deleted, and deletes nothing by itself. */
export function archiveBucket(
  scope: Construct,
  archive: TransactionalOutboxProps['archive'],
): IBucket | undefined {
  if (archive === undefined || archive === false) return undefined
  if (archive !== true) return archive
  return new Bucket(scope, 'Archive', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      {
        id: 'cheaper-when-hardly-read',
        transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: READ_OFTEN }],
      },
    ],
  })
}
