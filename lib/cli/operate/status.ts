import { DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb'
import { GetEventSourceMappingCommand } from '@aws-sdk/client-lambda'
import type { Clock } from '../../clock.js'
import { OWNER_INDEX } from '../../store/layout.js'
import { OwnerIndex } from '../../store/owner-index.js'
import type { AwsClients } from './aws-clients.js'
import { iteratorAge } from './iterator-age.js'
import type { OutboxResources } from './outbox-resources.js'
import { queueDepth } from './queue-depth.js'
import { readBacklog } from './read-backlog.js'
import { redriveQueueUrl } from './redrive-queue-url.js'
import { relayFailureQueueUrl } from './relay-failure-queue-url.js'

/** What is counted, and may be more than was looked at. */
export type Level = (typeof LEVELS)[number]

const LEVELS = [
  'pending',
  'oldestPendingAge',
  'retrying',
  'scheduled',
  'dead',
  'noticesWaiting',
  'waitingForArchive',
] as const

/** How an outbox is, now. Null: not known here, or nothing to tell. */
export interface Status {
  readonly outbox: string
  readonly region: string
  /** Events that wait for delivery, without those scheduled for later. */
  readonly pending: number
  /** Since the oldest of them was written; null when none waits. Seconds. */
  readonly oldestPendingAge: number | null
  /** Those of the pending that the sweeper has: handed over, backing off, or redriven. */
  readonly retrying: number
  readonly scheduled: number
  readonly dead: number
  /** Dead letters of which nobody was told yet. */
  readonly noticesWaiting: number
  /** Published, and not yet in the archive. */
  readonly waitingForArchive: number
  /** False: some of the numbers are lower bounds. */
  readonly isWhole: boolean
  /** Which of them are: there is, or may be, more than was looked at. */
  readonly lowerBounds: readonly Level[]
  /** Messages, those that somebody is at included. */
  readonly queues: {
    readonly deadLetter: number | null
    readonly redrive: number | null
    readonly relayFailure: number | null
  }
  /** As Lambda calls it: `Enabled`, `Disabled`, …; `absent` when it was deleted. */
  readonly relayMapping: string | null
  /** The last that Lambda told in a quarter of an hour: how old the relay's events were. Seconds. */
  readonly iteratorAge: number | null
  readonly table: {
    readonly name: string
    readonly status: string
    /** As DynamoDB counts them, every six hours or so. */
    readonly items: number
    readonly bytes: number
    readonly indexItems: number
    readonly indexBytes: number
  }
}

/** Reads in bounded calls; nothing is changed. @throws the SDK's error */
export async function readStatus(
  clients: AwsClients,
  outbox: OutboxResources,
  clock: Clock,
): Promise<Status> {
  const region = await clients.region()
  // First: whoever named a table that is not there is told so.
  const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: outbox.tableName }))
  const index = new OwnerIndex(clients.documents, outbox)
  const { counts, oldest, isOldest } = await readBacklog(index, region)
  const { P, S, R, N, D, A } = counts
  const whole: Readonly<Record<Level, boolean>> = {
    pending: P.isWhole && R.isWhole,
    oldestPendingAge: isOldest,
    retrying: R.isWhole,
    scheduled: S.isWhole,
    dead: N.isWhole && D.isWhole,
    noticesWaiting: N.isWhole,
    waitingForArchive: A.isWhole,
  }
  const lowerBounds = LEVELS.filter((level) => !whole[level])
  return {
    outbox: outbox.name,
    region,
    pending: P.count + R.count,
    oldestPendingAge: oldest === undefined ? null : Math.max(0, Math.round((clock.now() - oldest) / 1_000)),
    retrying: R.count,
    scheduled: S.count,
    dead: N.count + D.count,
    noticesWaiting: N.count,
    waitingForArchive: A.count,
    isWhole: lowerBounds.length === 0,
    lowerBounds,
    queues: {
      deadLetter: await queueDepth(clients, Promise.resolve(outbox.deadLetterQueueUrl)),
      redrive: await queueDepth(clients, redriveQueueUrl(clients, outbox)),
      relayFailure: await queueDepth(clients, relayFailureQueueUrl(clients, outbox)),
    },
    relayMapping: await mappingState(clients, outbox),
    iteratorAge: await iteratorAge(clients, outbox, clock),
    table: { name: outbox.tableName, ...size(Table) },
  }
}

async function mappingState(
  { lambda }: AwsClients,
  { relayMappingId: UUID }: OutboxResources,
): Promise<string | null> {
  if (UUID === undefined) return null
  try {
    return (await lambda.send(new GetEventSourceMappingCommand({ UUID }))).State ?? null
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return 'absent'
    throw error
  }
}

function size(table: TableDescription | undefined): Omit<Status['table'], 'name'> {
  const index = table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === OWNER_INDEX)
  return {
    status: table?.TableStatus ?? 'unknown',
    items: table?.ItemCount ?? 0,
    bytes: table?.TableSizeBytes ?? 0,
    indexItems: index?.ItemCount ?? 0,
    indexBytes: index?.IndexSizeBytes ?? 0,
  }
}
