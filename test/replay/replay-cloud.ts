import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { App, Stack } from 'aws-cdk-lib'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { build } from 'esbuild'
import { Outbox, type OutboxEvent } from 'serverless-outbox'
import { TransactionalOutbox } from 'serverless-outbox/cdk'
import type { BusEvent, LocalCloud } from 'serverless-outbox/local'
import { afterAll } from 'vitest'
import type { ArchivedEvent } from '../../lib/archive/archived-event.js'
import { tellRunningCloud } from '../../lib/cli/local/running-cloud.js'
import { thingHappened } from '../guarantees/thing-happened.js'
import { startEnforcedCloud } from '../local/iam/enforced-cloud.js'
import { packed } from './archived.js'

// The CDK's own check of templates loads a WebAssembly engine for seconds; the example's synth runs it.
process.env['CDK_VALIDATION'] = 'false'

/** What a consumer's handler says of an event. */
export interface Handled {
  readonly eventId: string
  readonly aggregateId: string
  readonly isReplay: boolean
}

export interface ReplayCloud {
  readonly cloud: LocalCloud
  /** Of the cloud assembly: for `--local`. */
  readonly folder: string
  readonly documents: DynamoDBDocumentClient
  readonly outboxName: string
  readonly tableName: string
  readonly busArn: string
  readonly bucket: string
  /** Commits events of one thing, and waits until they are delivered and handled. */
  readonly publish: (aggregateId: string, count?: number) => Promise<OutboxEvent[]>
  /** Puts an object into the archive, into the hour. */
  readonly archive: (
    hour: string,
    name: string,
    ...lines: readonly (ArchivedEvent | string)[]
  ) => Promise<void>
  /** What came to the bus as a replay, of these things. */
  readonly replayed: (...aggregateIds: readonly string[]) => readonly BusEvent[]
  /** What a consumer handled, of these things. */
  readonly handled: (consumer: Consumer, ...aggregateIds: readonly string[]) => readonly Handled[]
}

/** `Plain` takes no replays, `Replaying` does, `Ordered` has a FIFO queue. */
export type Consumer = 'Plain' | 'Replaying' | 'Ordered'

const MARK = 'handled '

/** A local cloud with an outbox that has both archives, and three consumers, for all tests of a file. */
export async function replayCloud(): Promise<ReplayCloud> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-replay-'))
  const code = join(folder, 'desk')
  await build({
    entryPoints: [fileURLToPath(new URL('replay-desk.ts', import.meta.url))],
    outfile: join(code, 'index.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  const outdir = join(folder, 'out')
  const app = new App({ outdir, context: { 'aws:cdk:enable-path-metadata': true } })
  const stack = new Stack(app, 'Shop')
  const construct = new TransactionalOutbox(stack, 'Outbox', {
    source: 'shop',
    archive: true,
    eventArchive: {},
  })
  const handlerOf = (id: string): LambdaFunction =>
    new LambdaFunction(stack, `${id}Handler`, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(code),
    })
  const events = [thingHappened]
  construct.addConsumer('Plain', { events, handler: handlerOf('Plain') })
  construct.addConsumer('Replaying', { events, handler: handlerOf('Replaying'), replays: true })
  construct.addConsumer('Ordered', { events, handler: handlerOf('Ordered'), fifo: true })
  app.synth()

  const cloud = await startEnforcedCloud({ assembly: outdir })
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.clientConfig))
  const s3 = new S3Client({ ...cloud.clientConfig, forcePathStyle: true })
  const forget = await tellRunningCloud(outdir, cloud)
  afterAll(async () => {
    await forget()
    await cloud.stop()
    documents.destroy()
    s3.destroy()
    await rm(folder, { recursive: true })
  })
  const tableName = cloud.physicalId('Shop/Outbox/Table')
  const bucket = cloud.physicalId('Shop/Outbox/Archive')
  const outbox = new Outbox({ tableName, source: 'shop', client: documents })
  return {
    cloud,
    folder: outdir,
    documents,
    outboxName: construct.outboxName,
    tableName,
    busArn: cloud.attribute('Shop/Outbox/EventBus', 'Arn'),
    bucket,
    publish: async (aggregateId, count = 1) => {
      const published = Array.from({ length: count }, (_, index) =>
        thingHappened.create({ aggregateId, data: { text: `secret ${index} – Ærø` } }),
      )
      for (const event of published) await outbox.transact((tx) => tx.publish(event))
      await cloud.quiet()
      return published
    },
    archive: async (hour, name, ...lines) => {
      const [date, hourOfDay] = hour.split('T')
      const Key = `${construct.outboxName}/date=${date}/hour=${hourOfDay}/${name}.ndjson.gz`
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: packed(...lines) }))
    },
    replayed: (...aggregateIds) =>
      cloud.events().filter(({ envelope, detailText }) => {
        const isReplay =
          'replay-name' in envelope || JSON.stringify(envelope['resources']) !== JSON.stringify([])
        return (
          isReplay &&
          envelope['source'] === 'shop' &&
          aggregateIds.includes(JSON.parse(detailText).metadata.aggregateId)
        )
      }),
    handled: (consumer, ...aggregateIds) =>
      cloud.logLines(`Shop/${consumer}Handler`).flatMap((line) => {
        const at = line.indexOf(MARK)
        const said: Handled | undefined = at < 0 ? undefined : JSON.parse(line.slice(at + MARK.length))
        return said !== undefined && aggregateIds.includes(said.aggregateId) ? [said] : []
      }),
  }
}
