import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { App, Stack } from 'aws-cdk-lib'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { ConsumerProps } from 'serverless-outbox/cdk'
import { OutboxConsumer } from 'serverless-outbox/cdk'
import type { LocalCloud } from 'serverless-outbox/local'
import { onTestFinished } from 'vitest'
import { startEnforcedCloud } from '../local/iam/enforced-cloud.js'

// The CDK's own check of templates loads a WebAssembly engine for seconds; the example's synth runs it.
process.env['CDK_VALIDATION'] = 'false'

const SOURCE = 'orders'
const MARK = 'received '
const HANDLER = `export async function handler({ Records }) {
  for (const { body, attributes } of Records)
    console.log(${JSON.stringify(MARK)} + JSON.stringify({ body, group: attributes.MessageGroupId }))
}`

/** A message as the handler got it. */
export interface Received {
  readonly body: string
  readonly group?: string
}

export interface ConsumerCloud {
  readonly cloud: LocalCloud
  /** Puts events of the source on the bus, and waits until nothing happens any more. */
  readonly publish: (...events: readonly PublishedEvent[]) => Promise<void>
  /** What the handler of a consumer got so far. */
  readonly received: (consumer: string) => readonly Received[]
}

export interface PublishedEvent {
  readonly type: string
  readonly detail: string
  readonly resources?: readonly string[]
}

/** A bus, and consumers of it whose handlers say what they got. It ends with the test. */
export async function startConsumerCloud(
  consumers: Readonly<Record<string, Omit<ConsumerProps, 'handler'>>>,
): Promise<ConsumerCloud> {
  const directory = await mkdtemp(join(tmpdir(), 'outbox-consumers-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const code = join(directory, 'handler')
  await mkdir(code)
  await writeFile(join(code, 'index.mjs'), HANDLER)

  const app = new App({ outdir: join(directory, 'out'), context: { 'aws:cdk:enable-path-metadata': true } })
  const stack = new Stack(app, 'Shop')
  const eventBus = new EventBus(stack, 'Bus', { eventBusName: 'company' })
  for (const [id, props] of Object.entries(consumers)) {
    const handler = new LambdaFunction(stack, `${id}Handler`, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(code),
    })
    // Leaving one member out of a union of intersections is more than the compiler can follow.
    const all = { ...props, handler, eventBus, source: SOURCE } as ConstructorParameters<
      typeof OutboxConsumer
    >[2]
    new OutboxConsumer(stack, id, all)
  }
  app.synth()

  const cloud = await startEnforcedCloud({ assembly: join(directory, 'out') })
  const events = new EventBridgeClient(cloud.clientConfig)
  onTestFinished(async () => {
    await cloud.stop()
    events.destroy()
  })
  return {
    cloud,
    publish: async (...published) => {
      const Entries = published.map(({ type, detail, resources = [] }) => ({
        EventBusName: 'company',
        Source: SOURCE,
        DetailType: type,
        Detail: detail,
        Resources: [...resources],
      }))
      const { FailedEntryCount } = await events.send(new PutEventsCommand({ Entries }))
      if (FailedEntryCount !== 0) throw new Error(`${FailedEntryCount} entries failed`)
      await cloud.quiet()
    },
    received: (consumer) =>
      cloud.logLines(`Shop/${consumer}Handler`).flatMap((line) => {
        const at = line.indexOf(MARK)
        return at < 0 ? [] : [JSON.parse(line.slice(at + MARK.length)) as Received]
      }),
  }
}
