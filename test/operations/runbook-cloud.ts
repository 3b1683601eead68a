import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient, UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { App, Duration, Stack } from 'aws-cdk-lib'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Outbox, type OutboxEvent } from 'serverless-outbox'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import type { LocalCloud } from 'serverless-outbox/local'
import { afterAll, vi } from 'vitest'
import { systemClock } from '../../lib/clock.js'
import { type Row, readRows } from '../guarantees/read-rows.js'
import { thingHappened } from '../guarantees/thing-happened.js'
import { startEnforcedCloud } from '../local/iam/enforced-cloud.js'

// The CDK's own check of templates loads a WebAssembly engine for seconds; the example's synth runs it.
process.env['CDK_VALIDATION'] = 'false'

const CONSUMER = 'Shop/IdleHandler'

export interface RunbookCloud {
  readonly cloud: LocalCloud
  readonly outboxName: string
  readonly tableName: string
  readonly documents: DynamoDBDocumentClient
  readonly queues: SQSClient
  readonly lambda: LambdaClient
  /** Writers, by the cloud's time. */
  readonly outbox: Outbox
  /** Commits events, one for each text, of the aggregate `Thing/<text>`. */
  readonly write: (...texts: string[]) => Promise<readonly OutboxEvent[]>
  /** Commits one whose detail somebody broke: it dies at once. */
  readonly writeBroken: (text: string) => Promise<OutboxEvent>
  readonly rowOf: (event: OutboxEvent) => Promise<Row | undefined>
  /** The row's detail as it should be. */
  readonly wholeDetail: (event: OutboxEvent) => Promise<unknown>
  /** Alarms that ring, by their own part of their names. */
  readonly ringing: () => Promise<readonly string[]>
  /** Whether the consumer's handler throws. */
  readonly breakConsumer: (isBroken: boolean) => Promise<void>
  /** Refuses the entries with one of these texts, while the others of their calls pass. */
  readonly refuse: (code: string, ...texts: string[]) => () => void
}

/** A stack `Shop` with an outbox that has short patience, an archive and a consumer `Idle`, for all tests of a file. */
export async function runbookCloud(): Promise<RunbookCloud> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-runbook-'))
  const code = join(folder, 'idle')
  await mkdir(code)
  await writeFile(
    join(code, 'index.mjs'),
    "export const handler = () => { if (process.env.IS_BROKEN === 'yes') throw new Error('no') }",
  )
  const outdir = join(folder, 'assembly')
  const stack = new Stack(new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } }), 'Shop')
  const construct = new TransactionalOutbox(stack, 'Outbox', {
    source: 'shop',
    archive: true,
    retention: Duration.hours(25),
    relay: { maxRecordAge: Duration.minutes(2) },
    sweeper: { interval: Duration.minutes(2) },
    retry: { backoffCap: Duration.minutes(2) },
    monitoring: {
      dashboard: true,
      oldestPendingAge: Duration.minutes(2),
      iteratorAge: Duration.minutes(1),
      handedOver: 0,
      lasting: Duration.minutes(5),
    },
  })
  construct.addConsumer('Idle', {
    allEventsOf: 'Thing',
    maxReceiveCount: 1,
    handler: new LambdaFunction(stack, 'IdleHandler', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(code),
    }),
  })
  ;(stack.node.root as App).synth()

  const cloud = await startEnforcedCloud({
    assembly: outdir,
    streams: { shards: 1, shuffle: false, delayedTransactions: 0 },
  })
  const now = vi.spyOn(systemClock, 'now').mockImplementation(() => cloud.clock.now())
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.clientConfig))
  const queues = new SQSClient(cloud.clientConfig)
  const lambda = new LambdaClient(cloud.clientConfig)
  const alarms = new CloudWatchClient(cloud.clientConfig)
  afterAll(async () => {
    await cloud.stop()
    now.mockRestore()
    for (const client of [documents, queues, lambda, alarms]) client.destroy()
    await rm(folder, { recursive: true })
  })
  const tableName = cloud.physicalId('Shop/Outbox/Table')
  const outbox = new Outbox({ tableName, source: 'shop', client: documents })
  const itemOf = async (event: OutboxEvent) => (await outbox.batch().add(event).items())[0]?.Put?.Item
  const create = (text: string): OutboxEvent => thingHappened.create({ aggregateId: text, data: { text } })
  return {
    cloud,
    outboxName: construct.outboxName,
    tableName,
    documents,
    queues,
    lambda,
    outbox,
    write: async (...texts) => {
      const events = texts.map(create)
      await outbox.transact((tx) => tx.publish(...events))
      return events
    },
    writeBroken: async (text) => {
      const event = create(text)
      const item = await itemOf(event)
      await outbox.transact((tx) => tx.put({ Item: { ...item, obDetail: 'broken' } }))
      return event
    },
    rowOf: async ({ eventId }) => (await readRows({ documents, tableName })).find(({ sk }) => sk === eventId),
    wholeDetail: async (event) => (await itemOf(event))?.['obDetail'],
    ringing: async () => {
      const names: string[] = []
      for await (const { MetricAlarms = [] } of paginateDescribeAlarms(
        { client: alarms },
        { StateValue: 'ALARM' },
      ))
        for (const { AlarmName = '' } of MetricAlarms)
          names.push(AlarmName.replace(/^Shop-Outbox(-Idle)?-[0-9A-F]{8}-/, ''))
      return names
    },
    breakConsumer: async (isBroken) => {
      await lambda.send(
        new UpdateFunctionConfigurationCommand({
          FunctionName: cloud.physicalId(CONSUMER),
          Environment: { Variables: { IS_BROKEN: isBroken ? 'yes' : 'no' } },
        }),
      )
    },
    refuse: (errorCode, ...texts) =>
      cloud.faults.inject({
        service: 'events',
        operation: 'PutEvents',
        kind: 'partial',
        entries: ({ Detail: detail }) => texts.some((text) => String(detail).includes(`"${text}"`)),
        code: errorCode,
      }),
  }
}
