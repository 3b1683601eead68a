import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import type { OutboxOutputs } from '../demo/operator.js'
import { handlerBundle } from '../handler-bundle.js'

/** What the run needs, as the stack tells it. */
export interface ChaosOutputs extends OutboxOutputs {
  readonly LedgerQueueUrl: string
}

/** Construct paths of the functions. */
export const FUNCTIONS = {
  relay: 'Chaos/Outbox/Relay',
  sweeper: 'Chaos/Outbox/Sweeper',
  redrive: 'Chaos/Outbox/Redrive',
  writer: 'Chaos/Writer',
} as const

/** Sooner than by default, so that the sweeper has to take over within a run. */
export const RELAY_GIVES_UP_MINUTES = 10

const SOURCE = 'chaos'

/**
 * Synthesises, into the folder, a stack with an outbox, a function that writes, and a rule that
 * puts every event into the ledger's queue. It needs the handlers bundled.
 */
export async function synthChaosStack(folder: string): Promise<string> {
  // The CDK's own check of templates loads a WebAssembly engine for seconds; the example's synth runs it.
  process.env['CDK_VALIDATION'] = 'false'
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { code } = await handlerBundle(root, 'scripts/chaos/writer.ts')
  const asset = join(folder, 'writer')
  await mkdir(asset, { recursive: true })
  await writeFile(join(asset, 'index.mjs'), code)

  const outdir = join(folder, 'cdk.out')
  const app = new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } })
  const stack = new Stack(app, 'Chaos')
  const outbox = new TransactionalOutbox(stack, 'Outbox', {
    source: SOURCE,
    relay: { maxRecordAge: Duration.minutes(RELAY_GIVES_UP_MINUTES) },
  })
  const writer = new LambdaFunction(stack, 'Writer', {
    code: Code.fromAsset(asset),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    timeout: Duration.seconds(15),
  })
  outbox.grantWrite(writer)
  outbox.table.grant(writer, 'dynamodb:GetItem')
  const ledgerQueue = new Queue(stack, 'LedgerQueue')
  new Rule(stack, 'LedgerRule', {
    eventBus: outbox.eventBus,
    eventPattern: { source: [SOURCE] },
    targets: [new SqsQueue(ledgerQueue)],
  })
  const outputs: ChaosOutputs = {
    TableName: outbox.table.tableName,
    LedgerQueueUrl: ledgerQueue.queueUrl,
    DeadLetterQueueUrl: outbox.deadLetterQueue.queueUrl,
    RedriveQueueUrl: outbox.redriveQueue.queueUrl,
  }
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value })
  app.synth()
  return outdir
}
