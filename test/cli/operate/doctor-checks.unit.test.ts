import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import type { TableDescription } from '@aws-sdk/client-dynamodb'
import type { EventSourceMappingConfiguration } from '@aws-sdk/client-lambda'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { awsClients } from '../../../lib/cli/operate/aws-clients.js'
import { CHECKS } from '../../../lib/cli/operate/doctor/checks.js'
import type { DoctorContext } from '../../../lib/cli/operate/doctor/doctor-context.js'
import { examine } from '../../../lib/cli/operate/doctor/examine.js'
import type { Finding } from '../../../lib/cli/operate/doctor/finding.js'
import { newFence } from '../../../lib/store/fence.js'
import { FakeClock, START } from '../../delivery/fake-clock.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const TABLE: TableDescription = {
  TableStatus: 'ACTIVE',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'obShard', 'obDue'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  LatestStreamArn: 'arn:stream',
  GlobalSecondaryIndexes: [
    {
      IndexName: 'outbox-by-owner',
      IndexStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: 'obShard', KeyType: 'HASH' },
        { AttributeName: 'obDue', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
}

const PATTERN =
  '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"obShard":{"S":[{"prefix":"P#us-east-1#"}]}}}}'

const MAPPING: EventSourceMappingConfiguration = {
  State: 'Enabled',
  EventSourceArn: 'arn:stream',
  FilterCriteria: { Filters: [{ Pattern: PATTERN }] },
  StartingPosition: 'TRIM_HORIZON',
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  ParallelizationFactor: 1,
  MaximumRecordAgeInSeconds: 3_600,
  DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:1:failures' } },
}

interface World {
  readonly table?: Partial<TableDescription> | Error
  readonly mapping?: Partial<EventSourceMappingConfiguration> | Error
  /** How many in each minute, the latest first. */
  readonly sweeps?: readonly number[]
  /** Minutes since the latest. */
  readonly silence?: number
  readonly deployedAt?: number
  /** Name of the archive's bucket. */
  readonly bucket?: string
  /** What S3 answers. */
  readonly s3?: Error
  /** `obDue` of rows that wait for the archive. */
  readonly dues?: readonly string[]
}

function gone(): Error {
  return Object.assign(new Error('not there'), { name: 'ResourceNotFoundException' })
}

function named(name: string): Error {
  return Object.assign(new Error(name), { name })
}

function dueBefore(milliseconds: number): string {
  return newFence(START - milliseconds)
}

async function finding(
  check: string,
  { table = {}, mapping = {}, sweeps = [], silence = 0, deployedAt = 0, bucket, s3, dues = [] }: World,
): Promise<Finding[]> {
  const clients = awsClients({ region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  onTestFinished(clients.close)
  mockClient(clients.cloudWatch)
    .on(GetMetricDataCommand)
    .resolves({
      MetricDataResults: [
        {
          Timestamps: sweeps.map((_, place) => new Date(START - (silence + place) * MINUTE)),
          Values: [...sweeps],
        },
      ],
    })
  mockClient(clients.sqs)
    .on(GetQueueUrlCommand)
    .rejects(Object.assign(new Error('not there'), { name: 'QueueDoesNotExist' }))
  mockClient(clients.lambda).resolves(MAPPING)
  const archive = mockClient(S3Client)
  onTestFinished(() => archive.restore())
  if (s3 === undefined) archive.on(ListObjectsV2Command).resolves({})
  else archive.on(ListObjectsV2Command).rejects(s3)
  const rows = mockClient(clients.documents)
  rows.on(QueryCommand).resolves({})
  for (const [place, obDue] of dues.entries()) {
    const obShard = `A#us-east-1#0${place}`
    rows
      .on(QueryCommand, { ExpressionAttributeValues: { ':shard': obShard } })
      .resolves({ Items: [{ pk: 'OUTBOX#Order#1', sk: 'e', obShard, obDue }] })
  }
  const context: DoctorContext = {
    clients,
    outbox: {
      name: 'outbox',
      tableName: 'table',
      keys: { partitionKey: 'pk', sortKey: 'sk' },
      ttlAttribute: 'expiresAt',
      relayMappingId: 'uuid',
      sweeperFunctionName: 'sweeper',
      stack: 'Shop',
      environment: bucket === undefined ? {} : { OUTBOX_ARCHIVE_BUCKET: bucket },
    },
    region: 'us-east-1',
    clock: new FakeClock(),
    table: async () => {
      if (table instanceof Error) throw table
      return { ...TABLE, ...table }
    },
    mapping: async () => {
      if (mapping instanceof Error) throw mapping
      return { ...MAPPING, ...mapping }
    },
    functions: async () => ({ sweeper: { LastModified: new Date(deployedAt).toISOString() } }),
    levels: async () => ({
      pending: 0,
      scheduled: 0,
      dead: 0,
      noticesWaiting: 0,
      oldestPending: undefined,
      empty: new Set(),
      strays: [],
      isWhole: true,
    }),
    sample: async () => ({
      entries: [{ key: { partition: 'OUTBOX#Order#1', sort: 'e' }, shard: 'P#eu-west-1#00', due: '' }],
      lookedAt: 1,
      isWhole: false,
    }),
  }
  return examine(
    CHECKS.filter(({ name }) => name === check),
    context,
    { stack: 'Shop' },
  )
}

describe('checks', () => {
  const [index] = TABLE.GlobalSecondaryIndexes ?? []

  it.each<[string, World, string]>([
    ['table', { table: gone() }, 'There is no table table'],
    ['table', { table: { TableStatus: 'ARCHIVED' } }, 'table is ARCHIVED'],
    [
      'keys',
      { table: { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] } },
      "The table's keys are id, the outbox was told pk and sk",
    ],
    [
      'keys',
      { table: { AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }] } },
      'Key attribute sk is no string',
    ],
    [
      'stream',
      { table: { StreamSpecification: undefined } },
      'The table has no stream: the relay gets nothing',
    ],
    [
      'stream',
      { table: { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } } },
      'The stream has KEYS_ONLY, no new images: the relay cannot read the events',
    ],
    [
      'index',
      { table: { GlobalSecondaryIndexes: [] } },
      'The table has no index outbox-by-owner: nothing is retried',
    ],
    [
      'index',
      { table: { GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'ALL' } }] } },
      'outbox-by-owner has HASH obShard,RANGE obDue and ALL, it needs HASH obShard,RANGE obDue, KEYS_ONLY',
    ],
    [
      'index',
      { table: { GlobalSecondaryIndexes: [{ ...index, IndexStatus: 'CREATING' }] } },
      'outbox-by-owner is CREATING',
    ],
    ['relay mapping', { mapping: gone() }, 'There is none of the id uuid: events wait for the sweeper'],
    [
      'relay mapping',
      { mapping: { LastProcessingResult: 'PROBLEM: Function call failed' } },
      'It is Enabled, its last result: PROBLEM: Function call failed',
    ],
    [
      'mapping source',
      { mapping: { EventSourceArn: 'arn:old' } },
      "The relay's mapping reads arn:old, the table's stream is arn:stream",
    ],
    [
      'mapping filter',
      { mapping: { FilterCriteria: { Filters: [{ Pattern: PATTERN.replace('us-', 'eu-') }] } } },
      `The relay gets other rows than the fresh ones of us-east-1: ${PATTERN.replace('us-', 'eu-')}`,
    ],
    [
      'mapping settings',
      { mapping: { StartingPosition: 'LATEST', ParallelizationFactor: 2, MaximumRecordAgeInSeconds: -1 } },
      'it starts at LATEST, which skips events; its parallelization factor is 2: events of an aggregate lose their order; it has no record age: an outage of a day loses records in the stream',
    ],
    [
      'mapping settings',
      { mapping: { FunctionResponseTypes: [], DestinationConfig: {} } },
      'it does not take partial responses: delivered events come again; it has no on-failure queue: nobody hears of records that it gives up',
    ],
    ['functions', {}, 'Functions of the outbox are not there: relay, redrive'],
    ['sweeps', {}, 'None in the last 65 minutes: nothing is retried'],
    ['sweeps', { sweeps: [1, 1, 1], silence: 7 }, 'None for 7 min, before that one every 1 min'],
    ['relay-failure queue', {}, 'It is not there: nobody hears of records that the mapping gives up'],
    ["rows' Regions", {}, 'Rows wait for Regions where this table has no replica: 1 for eu-west-1'],
    [
      'archive',
      { bucket: 'b', s3: named('NoSuchBucket') },
      'There is no bucket b: what is to be archived waits in the table',
    ],
    [
      'archive',
      { bucket: 'b', s3: named('PermanentRedirect') },
      'Bucket b is not in us-east-1, and the sweeper writes there: what is to be archived waits in the table',
    ],
    [
      'waiting for archive',
      { bucket: 'b', dues: [dueBefore(6 * HOUR), dueBefore(HOUR)] },
      'Published events have been due for the archive for 6 h 0 min',
    ],
    [
      'waiting for archive',
      { dues: [dueBefore(24 * HOUR)] },
      'There is none, and events that waited for it should have expired 1 d 0 h ago: the sweeper has not given them their time to live',
    ],
  ])('%s: a problem', async (check, world, what) => {
    expect(await finding(check, world)).toEqual([
      { check, result: 'problem', what, mend: expect.any(String) },
    ])
  })

  it.each<[string, World, Finding['result'], string]>([
    [
      'mapping filter',
      {
        mapping: {
          FilterCriteria: { Filters: [{ Pattern: JSON.stringify(JSON.parse(PATTERN), undefined, 2) }] },
        },
      },
      'ok',
      'fresh rows of us-east-1',
    ],
    ['archive', {}, 'ok', 'there is none'],
    ['archive', { bucket: 'b' }, 'ok', 'bucket b'],
    ['archive', { bucket: 'b', s3: named('AccessDenied') }, 'unknown', 'You may not s3:ListBucket b'],
    ['archive', { bucket: 'b', s3: named('SlowDown') }, 'unknown', 'SlowDown: SlowDown'],
    ['waiting for archive', {}, 'ok', 'none'],
    [
      'waiting for archive',
      { bucket: 'b', dues: [dueBefore(6 * HOUR - MINUTE), 'edited', dueBefore(-HOUR)] },
      'ok',
      'none due for more than 6 h 0 min',
    ],
    [
      'waiting for archive',
      { dues: [dueBefore(23 * HOUR)] },
      'ok',
      'some wait though there is none: the sweeper gives them their time to live, shard by shard',
    ],
    ['sweeps', { sweeps: [1, 2] }, 'ok', '3 in the last 30 minutes'],
    ['sweeps', { sweeps: [1, 1, 1], silence: 6 }, 'ok', '3 in the last 30 minutes'],
    ['sweeps', { sweeps: [1], silence: 59 }, 'ok', 'the last 59 min ago'],
    ['sweeps', { deployedAt: START - MINUTE }, 'unknown', 'None yet: the sweeper was deployed a moment ago'],
    [
      "rows' Regions",
      { table: { Replicas: [{ RegionName: 'eu-west-1' }] } },
      'ok',
      'us-east-1, or a replica of the table: the first 1 row of the index',
    ],
    [
      'index',
      { table: Object.assign(new Error('slow down'), { name: 'ThrottlingException' }) },
      'unknown',
      'ThrottlingException: slow down',
    ],
    [
      'index',
      {
        table: Object.assign(new Error('User: x is not authorized to perform: dynamodb:DescribeTable on y'), {
          name: 'AccessDeniedException',
        }),
      },
      'unknown',
      'You may not dynamodb:DescribeTable',
    ],
  ])('%s: no problem', async (check, world, result, what) => {
    expect(await finding(check, world)).toMatchObject([{ check, result, what }])
  })
})
