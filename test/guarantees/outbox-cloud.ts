import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { App, CfnOutput, Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Outbox, type OutboxOptions } from 'serverless-outbox'
import { TransactionalOutbox, type TransactionalOutboxProps } from 'serverless-outbox/cdk'
import { Ledger, type LocalCloud, type LocalCloudOptions } from 'serverless-outbox/local'
import { onTestFinished } from 'vitest'
import { startEnforcedCloud } from '../local/iam/enforced-cloud.js'

// The CDK's own check of templates loads a WebAssembly engine for seconds; the example's synth runs it.
process.env['CDK_VALIDATION'] = 'false'

const SOURCE = 'guarantees'
const RELAY = 'Shop/Outbox/Relay'

export interface OutboxCloud {
  readonly cloud: LocalCloud
  /** Writes from the test's own process, as the user. */
  readonly outbox: Outbox
  readonly ledger: Ledger
  readonly documents: DynamoDBDocumentClient
  readonly queues: SQSClient
  readonly tableName: string
  readonly deadLetterQueueUrl: string
  readonly redriveQueueUrl: string
  /** Construct path of the relay's function. */
  readonly relay: string
}

/**
 * A stack with an outbox, a rule that puts every event of it into the ledger's queue, and whatever else stands beside
 * it. It ends with the test.
 */
export async function startOutboxCloud(
  props: (stack: Stack) => TransactionalOutboxProps = () => ({}),
  writer: Partial<OutboxOptions> = {},
  local: Omit<LocalCloudOptions, 'assembly'> = {},
  beside: (stack: Stack, outbox: TransactionalOutbox) => void = () => undefined,
): Promise<OutboxCloud> {
  const outdir = await mkdtemp(join(tmpdir(), 'outbox-guarantees-'))
  const stack = new Stack(new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } }), 'Shop')
  const construct = new TransactionalOutbox(stack, 'Outbox', { source: SOURCE, ...props(stack) })
  const ledgerQueue = new Queue(stack, 'LedgerQueue')
  new Rule(stack, 'LedgerRule', {
    eventBus: construct.eventBus,
    eventPattern: { source: [SOURCE] },
    targets: [new SqsQueue(ledgerQueue)],
  })
  beside(stack, construct)
  const outputs = {
    TableName: construct.table.tableName,
    LedgerQueueUrl: ledgerQueue.queueUrl,
    DeadLetterQueueUrl: construct.deadLetterQueue.queueUrl,
    RedriveQueueUrl: construct.redriveQueue.queueUrl,
  }
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value })
  ;(stack.node.root as App).synth()

  const cloud = await startEnforcedCloud({ assembly: outdir, ...local })
  const {
    TableName = '',
    LedgerQueueUrl = '',
    DeadLetterQueueUrl = '',
    RedriveQueueUrl = '',
  } = cloud.outputs['Shop'] ?? {}
  const ledger = new Ledger(cloud, LedgerQueueUrl)
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.clientConfig))
  const queues = new SQSClient(cloud.clientConfig)
  onTestFinished(async () => {
    await cloud.stop()
    documents.destroy()
    queues.destroy()
    await rm(outdir, { recursive: true })
  })
  const outbox = new Outbox({ tableName: TableName, source: SOURCE, client: documents, ...writer })
  return {
    cloud,
    outbox,
    ledger,
    documents,
    queues,
    tableName: TableName,
    deadLetterQueueUrl: DeadLetterQueueUrl,
    redriveQueueUrl: RedriveQueueUrl,
    relay: RELAY,
  }
}
