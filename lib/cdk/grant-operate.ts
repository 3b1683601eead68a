import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Archive, IEventBus } from 'aws-cdk-lib/aws-events'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IEventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { archivePrefix } from '../archive/archive-prefix.js'
import type { KeyNames } from '../environment.js'
import { ATTRIBUTE, OWNER_INDEX, PARTITION_PREFIX, REPLAY_PREFIX } from '../store/layout.js'
import { HEARTBEAT } from '../telemetry.js'
import { grantStackResources } from './grant-stack-resources.js'
import { type Condition, onlyKeys } from './only-keys.js'
import { ONLY_OUTBOX_KEYS } from './outbox-keys-condition.js'

export interface OperatedOutbox extends Construct {
  readonly outboxName: string
  readonly source: string
  readonly keys: KeyNames
  readonly table: ITable
  readonly eventBus: IEventBus
  readonly deadLetterQueue: IQueue
  readonly redriveQueue: IQueue
  readonly relayFailureQueue: IQueue
  readonly relayFunction: IFunction
  readonly sweeperFunction: IFunction
  readonly redriveFunction: IFunction
  readonly relayMapping: IEventSourceMapping
  readonly archiveBucket?: IBucket
  readonly eventArchive?: Archive
}

interface Statement {
  readonly actions: string[]
  readonly resourceArns: string[]
  readonly conditions?: Condition
}

/** What a redrive asks of a row and writes to it. With others, an update could make a row, or change what an event says. */
const REDRIVEN: readonly string[] = [
  ATTRIBUTE.status,
  ATTRIBUTE.shard,
  ATTRIBUTE.due,
  ATTRIBUTE.diedAt,
  ATTRIBUTE.attempts,
  ATTRIBUTE.failedAt,
  ATTRIBUTE.error,
  ATTRIBUTE.redrivenAt,
  ATTRIBUTE.redrivenBy,
]

/**
 * What the commands of the CLI do: no aggregate can be read or changed, of a row nothing but the state that a redrive
 * changes, and nothing can be deleted but notices. No policy can say that a row must be dead: whoever has this may set
 * another one's state by hand, but not its event. `list --status published --scan` would read aggregates, and is not in it.
 */
export function grantOperate(grantee: IGrantable, outbox: OperatedOutbox): Grant {
  const statements = [
    ...onTable(outbox),
    ...onQueues(outbox),
    ...onFunctions(outbox),
    ...onBus(outbox),
    ...onArchives(outbox),
  ]
  return statements
    .map((statement) => Grant.addToPrincipal({ grantee, ...statement }))
    .concat(grantStackResources(grantee, Stack.of(outbox)), onKeys(grantee, outbox))
    .reduce((all, grant) => all.combine(grant))
}

function onTable({ table, keys }: OperatedOutbox): Statement[] {
  const resourceArns = [table.tableArn]
  return [
    { actions: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'], resourceArns },
    {
      actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
      resourceArns,
      conditions: onlyKeys([`${PARTITION_PREFIX}*`, `${REPLAY_PREFIX}*`]),
    },
    {
      actions: ['dynamodb:UpdateItem'],
      resourceArns,
      conditions: onlyAttributes(ONLY_OUTBOX_KEYS, [...Object.values<string>({ ...keys }), ...REDRIVEN]),
    },
    // The record of a replay.
    {
      actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
      resourceArns,
      conditions: onlyKeys([`${REPLAY_PREFIX}*`]),
    },
    {
      actions: ['dynamodb:Query', 'dynamodb:Scan'],
      resourceArns: [`${table.tableArn}/index/${OWNER_INDEX}`],
    },
  ]
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html */
function onlyAttributes(condition: Condition, attributes: readonly string[]): Condition {
  return {
    ...condition,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    Null: { ...condition['Null'], 'dynamodb:Attributes': 'false' },
  }
}

function onQueues({ deadLetterQueue, redriveQueue, relayFailureQueue }: OperatedOutbox): Statement[] {
  return [
    {
      actions: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
      resourceArns: [deadLetterQueue, redriveQueue, relayFailureQueue].map(({ queueArn }) => queueArn),
    },
    {
      actions: ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:ReceiveMessage'],
      resourceArns: [deadLetterQueue.queueArn],
    },
  ]
}

function onFunctions(outbox: OperatedOutbox): Statement[] {
  const { relayFunction, sweeperFunction, redriveFunction, relayMapping } = outbox
  return [
    {
      actions: ['lambda:GetFunctionConfiguration'],
      resourceArns: [relayFunction, sweeperFunction, redriveFunction].map(({ functionArn }) => functionArn),
    },
    { actions: ['lambda:GetEventSourceMapping'], resourceArns: [relayMapping.eventSourceMappingArn] },
    // Neither knows resources.
    { actions: ['cloudwatch:GetMetricData', 'lambda:ListEventSourceMappings'], resourceArns: ['*'] },
  ]
}

function onBus({ eventBus, source }: OperatedOutbox): Statement[] {
  const resourceArns = [eventBus.eventBusArn]
  return [
    { actions: ['events:DescribeEventBus'], resourceArns },
    // A replay's events, and the probe by which it tells an outage from a bad event.
    {
      actions: ['events:PutEvents'],
      resourceArns,
      conditions: { StringEquals: { 'events:source': [source, HEARTBEAT.source] } },
    },
  ]
}

function onArchives(outbox: OperatedOutbox): Statement[] {
  const { archiveBucket, eventArchive, outboxName } = outbox
  const ours = `${archivePrefix(outboxName)}*`
  const statements: Statement[] = []
  if (archiveBucket !== undefined)
    statements.push(
      {
        actions: ['s3:ListBucket'],
        resourceArns: [archiveBucket.bucketArn],
        conditions: { StringLike: { 's3:prefix': ours } },
      },
      { actions: ['s3:GetObject'], resourceArns: [archiveBucket.arnForObjects(ours)] },
    )
  if (eventArchive !== undefined) {
    const replays = Stack.of(outbox).formatArn({
      service: 'events',
      resource: 'replay',
      resourceName: 'outbox-*',
    })
    statements.push(
      { actions: ['events:DescribeArchive', 'events:StartReplay'], resourceArns: [eventArchive.archiveArn] },
      { actions: ['events:DescribeReplay', 'events:StartReplay'], resourceArns: [replays] },
      { actions: ['events:ListArchives'], resourceArns: ['*'] },
    )
  }
  return statements
}

function onKeys(grantee: IGrantable, { table, deadLetterQueue, archiveBucket }: OperatedOutbox): Grant[] {
  return [
    table.encryptionKey?.grantEncryptDecrypt(grantee),
    deadLetterQueue.encryptionMasterKey?.grantDecrypt(grantee),
    archiveBucket?.encryptionKey?.grantDecrypt(grantee),
  ].filter((grant) => grant !== undefined)
}
