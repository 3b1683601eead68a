import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Archive, IEventBus } from 'aws-cdk-lib/aws-events'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IEventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { archivePrefix } from '../archive/archive-prefix.js'
import { OWNER_INDEX, PARTITION_PREFIX, REPLAY_PREFIX } from '../store/layout.js'
import { onlyKeys } from './only-keys.js'

export interface OperatedOutbox extends Construct {
  readonly outboxName: string
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

/**
 * What the commands of the CLI do, and nothing else: no aggregate can be read or changed, no row written but redriven, and
 * nothing deleted but notices. `list --status published --scan` would read aggregates, and is not in it.
 */
export function grantOperate(grantee: IGrantable, outbox: OperatedOutbox): Grant {
  return [
    ...onTable(outbox),
    ...onQueues(outbox),
    ...onFunctions(outbox),
    ...onBus(outbox),
    ...onArchives(outbox),
  ]
    .map((statement) => Grant.addToPrincipal({ grantee, ...statement }))
    .concat(onKeys(grantee, outbox))
    .reduce((all, grant) => all.combine(grant))
}

interface Statement {
  readonly actions: string[]
  readonly resourceArns: string[]
  readonly conditions?: Record<string, Record<string, unknown>>
}

function onTable({ table }: OperatedOutbox): Statement[] {
  const rows = onlyKeys([`${PARTITION_PREFIX}*`, `${REPLAY_PREFIX}*`])
  return [
    {
      actions: ['dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
      resourceArns: [table.tableArn],
    },
    {
      actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      resourceArns: [table.tableArn],
      conditions: rows,
    },
    // The record of a replay is made; a row never is.
    {
      actions: ['dynamodb:PutItem'],
      resourceArns: [table.tableArn],
      conditions: onlyKeys([`${REPLAY_PREFIX}*`]),
    },
    {
      actions: ['dynamodb:Query', 'dynamodb:Scan'],
      resourceArns: [`${table.tableArn}/index/${OWNER_INDEX}`],
    },
  ]
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
  const stack = Stack.of(outbox)
  return [
    {
      actions: ['cloudformation:ListStackResources'],
      resourceArns: [
        stack.formatArn({
          service: 'cloudformation',
          resource: 'stack',
          resourceName: `${stack.stackName}/*`,
        }),
      ],
    },
    {
      actions: ['lambda:GetFunctionConfiguration'],
      resourceArns: [relayFunction, sweeperFunction, redriveFunction].map(({ functionArn }) => functionArn),
    },
    { actions: ['lambda:GetEventSourceMapping'], resourceArns: [relayMapping.eventSourceMappingArn] },
    // Neither knows resources.
    { actions: ['cloudwatch:GetMetricData', 'lambda:ListEventSourceMappings'], resourceArns: ['*'] },
  ]
}

function onBus({ eventBus }: OperatedOutbox): Statement[] {
  return [{ actions: ['events:DescribeEventBus', 'events:PutEvents'], resourceArns: [eventBus.eventBusArn] }]
}

function onArchives(outbox: OperatedOutbox): Statement[] {
  const { archiveBucket, eventArchive, outboxName } = outbox
  const statements: Statement[] = []
  if (archiveBucket !== undefined)
    statements.push(
      {
        actions: ['s3:ListBucket'],
        resourceArns: [archiveBucket.bucketArn],
        conditions: { StringLike: { 's3:prefix': `${archivePrefix(outboxName)}*` } },
      },
      {
        actions: ['s3:GetObject'],
        resourceArns: [archiveBucket.arnForObjects(`${archivePrefix(outboxName)}*`)],
      },
    )
  if (eventArchive !== undefined)
    statements.push(
      {
        actions: ['events:DescribeArchive', 'events:StartReplay'],
        resourceArns: [eventArchive.archiveArn],
      },
      {
        actions: ['events:DescribeReplay', 'events:StartReplay'],
        resourceArns: [
          Stack.of(outbox).formatArn({ service: 'events', resource: 'replay', resourceName: '*' }),
        ],
      },
      { actions: ['events:ListArchives'], resourceArns: ['*'] },
    )
  return statements
}

function onKeys(grantee: IGrantable, { table, deadLetterQueue, archiveBucket }: OperatedOutbox): Grant[] {
  return [
    table.encryptionKey?.grantEncryptDecrypt(grantee),
    deadLetterQueue.encryptionMasterKey?.grantDecrypt(grantee),
    archiveBucket?.encryptionKey?.grantDecrypt(grantee),
  ].filter((grant) => grant !== undefined)
}
