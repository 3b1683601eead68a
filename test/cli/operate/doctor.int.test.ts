import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda'
import { SendMessageCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, it } from 'vitest'
import { tellRunningCloud } from '../../../lib/cli/local/running-cloud.js'
import { newFence } from '../../../lib/store/fence.js'
import { masked } from './masked.js'
import { operateCloud } from './operate-cloud.js'
import { runHere } from './run-here.js'
import { runOutbox } from './run-outbox.js'

const HOUR = 60 * 60_000

const fixture = await operateCloud()
const { cloud, folder, documents, queues, outboxName, tableName } = fixture
const local = `--local=${folder}`
const untell = await tellRunningCloud(folder, cloud)
const lambda = new LambdaClient(cloud.clientConfig)
afterAll(async () => {
  await untell()
  lambda.destroy()
})

const mappingId = cloud.physicalId('Shop/Outbox/RelayMapping')
const bus = cloud.physicalId('Shop/Outbox/EventBus')

function readable(text: string): string {
  return masked(text, {
    [outboxName]: '<outbox>',
    [tableName]: '<table>',
    [mappingId]: '<mapping>',
    [bus]: '<bus>',
  })
    .replace(fixture.deadLetterQueueUrl, '<url>')
    .replace(/arn:aws:iam::\d+:\S+/, '<you>')
    .replace(/:\d{12}:/g, ':<account>:')
}

it('finds nothing wrong with an outbox that works', async () => {
  await cloud.clock.advance('2m')
  const { code, out, error } = await runOutbox(['doctor', local])
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(readable(out).replace(/\d+ in the last/, '<count> in the last')).toBe(
    [
      'ok  table  <table> is ACTIVE',
      'ok  keys  pk and sk, strings',
      'ok  time to live  by expiresAt',
      'ok  stream  with NEW_IMAGE',
      'ok  index  outbox-by-owner is ACTIVE',
      'ok  relay mapping  Enabled',
      "ok  mapping source  the table's stream",
      'ok  mapping filter  fresh rows of us-east-1',
      'ok  mapping settings  from the beginning, bisecting, partial responses',
      'ok  functions  relay, sweeper and redrive are told the same',
      'ok  sweeps  <count> in the last 30 minutes',
      'ok  event bus  arn:aws:events:us-east-1:<account>:event-bus/<bus>',
      'ok  dead-letter queue  <url>',
      'ok  redrive queue  its dead-letter queue is that of the outbox',
      'ok  relay-failure queue  empty',
      "ok  rows' Regions  us-east-1, or a replica of the table: 0 rows",
      'ok  stray rows  none',
      'ok  pending events  0, none older than <age>',
      'ok  dead letters  none',
      'ok  archive  there is none',
      'ok  waiting for archive  none',
      'ok  your permissions  <you> may read all',
      '22 ok, 0 problems, 0 unknown',
      '',
    ].join('\n'),
  )
})

it('tells which action whoever asks may not do, and what is not known without a stack', async () => {
  const { credentials } = await cloud.clientConfigAs('Shop/Outbox/Redrive')
  const { code, out } = await runOutbox(
    ['doctor', '--table', tableName, '--bus', bus, '--endpoint-url', cloud.endpoint, '--json'],
    {
      AWS_REGION: cloud.region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
  )
  expect(code).toBe(0)
  const { findings } = JSON.parse(out)
  const denied = (check: string, action: string) => ({
    check,
    result: 'unknown',
    what: `You may not ${action}`,
    mend: `have ${action} added to your role`,
  })
  expect(findings).toEqual(
    expect.arrayContaining([
      denied('table', 'dynamodb:DescribeTable'),
      denied('time to live', 'dynamodb:DescribeTimeToLive'),
      denied('event bus', 'events:DescribeEventBus'),
      denied('pending events', 'dynamodb:Query'),
      denied('your permissions', 'dynamodb:Query'),
      denied('your permissions', 'cloudwatch:GetMetricData'),
      {
        check: 'relay mapping',
        result: 'unknown',
        what: "Expected the relay's event source mapping to be known, got nothing: give --relay-mapping <uuid>, or --stack",
      },
    ]),
  )
})

it('finds what was changed by hand, and says what mends it', async () => {
  // A sweep that happens to begin would act on the rows below.
  cloud.faults.inject({ service: 'dynamodb', caller: 'Shop/Outbox/Sweeper', kind: 'unavailable' })
  await lambda.send(
    new UpdateEventSourceMappingCommand({
      UUID: mappingId,
      Enabled: false,
      BisectBatchOnFunctionError: false,
      FilterCriteria: { Filters: [] },
    }),
  )
  await changeRelay()
  await documents.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { Enabled: false, AttributeName: 'expiresAt' },
    }),
  )
  await queues.send(
    new SetQueueAttributesCommand({
      QueueUrl: cloud.physicalId('Shop/Outbox/RedriveQueue'),
      Attributes: { RedrivePolicy: '' },
    }),
  )
  await queues.send(
    new SendMessageCommand({
      QueueUrl: cloud.physicalId('Shop/Outbox/RelayFailureQueue'),
      MessageBody: '{}',
    }),
  )
  await putRow('1', { obStatus: 'PENDING', obShard: 'P#us-east-1#00', obDue: newFence(Date.now() - HOUR) })
  await putRow('2', { obStatus: 'PENDING', obShard: 'P#eu-west-1#00', obDue: newFence(Date.now()) })
  await putRow('3', { obStatus: 'PENDING', obShard: 'R#us-east-1#99', obDue: newFence(Date.now()) })
  await putRow('4', { obStatus: 'DEAD', obShard: 'N#us-east-1#00', obDue: newFence(Date.now()) })

  const { code, out } = await runHere(['doctor', local, '--bus', 'gone'])
  expect(code).toBe(1)
  const problems = readable(out)
    .split('\n')
    .filter((line) => !line.startsWith('ok'))
  const undo = '→ undo what was changed by hand: `cdk deploy Shop`, after `cdk drift` has shown what that is'
  expect(problems.map((line) => line.trim())).toEqual([
    'problem  time to live  It is DISABLED: published events stay for ever',
    "→ timeToLiveAttribute: 'expiresAt' on the table",
    expect.stringMatching(/^problem {2}relay mapping {2}It is Disabl(ed|ing): events wait for the sweeper$/),
    '→ aws lambda update-event-source-mapping --uuid <mapping> --enabled',
    'problem  mapping filter  The relay is invoked for every change of the table: there is no filter',
    undo,
    'problem  mapping settings  it does not bisect: one bad record holds up its shard',
    undo,
    'problem  functions  Relay, sweeper and redrive are told different OUTBOX_TTL_ATTRIBUTE',
    undo,
    'problem  event bus  There is no bus gone: every event waits',
    undo,
    'problem  redrive queue  Its redrive policy does not name the dead-letter queue: the console refuses to move notices',
    undo,
    'problem  relay-failure queue  The stream mapping gave up records: 1 message',
    '→ docs/operations.md#relay-failures; the sweeper delivers their events; then purge the queue',
    "problem  rows' Regions  Rows wait for Regions where this table has no replica: 1 for eu-west-1",
    "→ a writer's client resolved an endpoint of another Region: set its Region to us-east-1, and the rows' obShard",
    'problem  stray rows  Nobody looks for the owner, the shard or the due time of 1 row: event-3 of Thing/3',
    '→ set obShard to R#us-east-1#00 and obDue to a time as <time>#0badcafe: the sweeper takes them then',
    'problem  pending events  1 waits, the oldest for 1 h <age>',
    '→ docs/operations.md#oldest-pending-age; `outbox list --status pending`',
    'problem  dead letters  1 event is dead, of 1 the notice is owed',
    '→ `outbox list --status dead`, mend the cause, then `outbox redrive`',
    '10 ok, 12 problems, 0 unknown',
    '',
  ])
})

/** Its TTL attribute is another one than that of the others. */
async function changeRelay(): Promise<void> {
  const FunctionName = cloud.physicalId('Shop/Outbox/Relay')
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }))
  await lambda.send(
    new UpdateFunctionConfigurationCommand({
      FunctionName,
      Environment: { Variables: { ...Environment?.Variables, OUTBOX_TTL_ATTRIBUTE: 'other' } },
    }),
  )
}

async function putRow(aggregateId: string, attributes: Readonly<Record<string, string>>): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: tableName,
      Item: { pk: `OUTBOX#Thing#${aggregateId}`, sk: `event-${aggregateId}`, ...attributes },
    }),
  )
}
