import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { IEventBus } from 'aws-cdk-lib/aws-events'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { ENVIRONMENT } from '../environment.js'
import type { OutboxSettings } from './settings.js'
import { tableEnvironment } from './table-environment.js'

/** What a function that delivers events works with. */
export interface DeliveryResources {
  readonly table: ITable
  readonly eventBus: IEventBus
  readonly deadLetterQueue: IQueue
  readonly archiveBucket?: IBucket
}

/** What the relay is told, and the sweeper, too. */
export function deliveryEnvironment(
  settings: OutboxSettings,
  { table, eventBus, deadLetterQueue, archiveBucket }: DeliveryResources,
): Record<string, string> {
  return {
    ...tableEnvironment(settings, table),
    [ENVIRONMENT.eventBusArn]: eventBus.eventBusArn,
    [ENVIRONMENT.deadLetterQueueUrl]: deadLetterQueue.queueUrl,
    [ENVIRONMENT.retentionSeconds]: String(settings.retention.toSeconds()),
    [ENVIRONMENT.strictOrder]: String(settings.strictOrder),
    [ENVIRONMENT.backoffBaseSeconds]: String(settings.retry.backoffBase.toSeconds()),
    [ENVIRONMENT.backoffCapSeconds]: String(settings.retry.backoffCap.toSeconds()),
    ...(settings.metricsByEventType.length === 0
      ? {}
      : { [ENVIRONMENT.metricsByEventType]: JSON.stringify(settings.metricsByEventType) }),
    ...(archiveBucket === undefined ? {} : { [ENVIRONMENT.archiveBucket]: archiveBucket.bucketName }),
  }
}
