import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { GetEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import { systemClock } from '../../clock.js'
import { OWNER_INDEX } from '../../store/layout.js'
import { OwnerIndex } from '../../store/owner-index.js'
import { countLevels } from '../../sweeper/count-levels.js'
import type { AwsClients } from './aws-clients.js'
import { queueDepth, queueUrl } from './queue-depth.js'
import type { OutboxResources } from './outbox-resources.js'

/** How an outbox is, now. */
export interface Status {
  readonly outbox: string
  readonly region: string
  readonly table: string
  /** Events that wait for delivery, without those scheduled for later. */
  readonly pending: number
  /** Since the oldest of them was written; null when none waits. Seconds. */
  readonly oldestPendingAge: number | null
  readonly scheduled: number
  readonly dead: number
  /** Dead letters of which nobody was told yet. */
  readonly noticesWaiting: number
  /** False: there are more than were counted, the numbers are lower bounds. */
  readonly isWhole: boolean
  /** Messages, those that somebody is at included. */
  readonly queues: {
    readonly deadLetter: number
    readonly redrive: number
    readonly relayFailure: number | null
  }
  /** As Lambda calls it: `Enabled`, `Disabled`, … */
  readonly relayMapping: string
  /** As DynamoDB counts them, every six hours or so. */
  readonly tableItems: number
  readonly tableBytes: number
  readonly indexItems: number
}

/** Reads in bounded calls; nothing is changed. @throws the SDK's error */
export async function readStatus(clients: AwsClients, outbox: OutboxResources): Promise<Status> {
  const region = await clients.region()
  const index = new OwnerIndex(clients.documents, outbox)
  const levels = await countLevels(
    { index, clock: systemClock, random: Math.random, region },
    Number.POSITIVE_INFINITY,
  )
  const { State = 'unknown' } = await clients.lambda.send(
    new GetEventSourceMappingCommand({ UUID: outbox.relayMappingId }),
  )
  const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: outbox.tableName }))
  const ownerIndex = Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === OWNER_INDEX)
  return {
    outbox: outbox.name,
    region,
    table: outbox.tableName,
    pending: levels.pending,
    oldestPendingAge:
      levels.oldestPending === undefined
        ? null
        : Math.max(0, Math.round((systemClock.now() - levels.oldestPending) / 1000)),
    scheduled: levels.scheduled,
    dead: levels.dead,
    noticesWaiting: levels.noticesWaiting,
    isWhole: levels.isWhole,
    queues: {
      deadLetter: await queueDepth(clients, outbox.deadLetterQueueUrl),
      redrive: await queueDepth(clients, await queueUrl(clients, outbox.redriveQueueArn)),
      relayFailure:
        outbox.relayFailureQueueArn === undefined
          ? null
          : await queueDepth(clients, await queueUrl(clients, outbox.relayFailureQueueArn)),
    },
    relayMapping: State,
    tableItems: Table?.ItemCount ?? 0,
    tableBytes: Table?.TableSizeBytes ?? 0,
    indexItems: ownerIndex?.ItemCount ?? 0,
  }
}
