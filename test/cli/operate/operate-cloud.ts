import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { App, Stack } from 'aws-cdk-lib'
import { Outbox, type OutboxEvent } from 'serverless-outbox'
import { TransactionalOutbox, type TransactionalOutboxProps } from 'serverless-outbox/cdk'
import type { LocalCloud } from 'serverless-outbox/local'
import { afterAll } from 'vitest'
import { editRow } from '../../guarantees/faults/edit-row.js'
import { thingHappened } from '../../guarantees/thing-happened.js'
import { startEnforcedCloud } from '../../local/iam/enforced-cloud.js'

// The CDK's own check of templates loads a WebAssembly engine for seconds; the example's synth runs it.
process.env['CDK_VALIDATION'] = 'false'

export interface OperateCloud {
  readonly cloud: LocalCloud
  /** Of the cloud assembly. */
  readonly folder: string
  readonly documents: DynamoDBDocumentClient
  readonly queues: SQSClient
  readonly outboxName: string
  readonly tableName: string
  readonly deadLetterQueueUrl: string
  /** Commits an event about a thing. */
  readonly write: (aggregateId: string, availableAt?: Date) => Promise<OutboxEvent>
  /** Commits one that somebody broke before the relay saw it: it becomes a dead letter at once. */
  readonly writeBroken: (aggregateId: string) => Promise<OutboxEvent>
  /** Puts back what was broken. */
  readonly mend: (event: OutboxEvent) => Promise<void>
}

/** A local cloud with one outbox in the stack `Shop` and what stands beside it, for all tests of a file. */
export async function operateCloud(
  props: TransactionalOutboxProps = {},
  beside: (stack: Stack, outbox: TransactionalOutbox) => void = () => undefined,
): Promise<OperateCloud> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-operate-'))
  const app = new App({ outdir: folder, context: { 'aws:cdk:enable-path-metadata': true } })
  const stack = new Stack(app, 'Shop')
  const construct = new TransactionalOutbox(stack, 'Outbox', { source: 'shop', ...props })
  beside(stack, construct)
  app.synth()

  const cloud = await startEnforcedCloud({ assembly: folder })
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(cloud.clientConfig))
  const queues = new SQSClient(cloud.clientConfig)
  const tableName = cloud.physicalId('Shop/Outbox/Table')
  const outbox = new Outbox({
    tableName,
    source: 'shop',
    client: documents,
    ...(props.keys === undefined ? {} : { keys: props.keys }),
  })
  afterAll(async () => {
    await cloud.stop()
    documents.destroy()
    queues.destroy()
    await rm(folder, { recursive: true })
  })
  const whole = new Map<string, unknown>()
  const create = (aggregateId: string, availableAt?: Date): OutboxEvent =>
    thingHappened.create({ aggregateId, data: { text: `secret of ${aggregateId}` }, availableAt })
  return {
    cloud,
    folder,
    documents,
    queues,
    outboxName: construct.outboxName,
    tableName,
    deadLetterQueueUrl: cloud.physicalId('Shop/Outbox/DeadLetterQueue'),
    write: async (aggregateId, availableAt) => {
      const event = create(aggregateId, availableAt)
      await outbox.transact((tx) => tx.publish(event))
      return event
    },
    writeBroken: async (aggregateId) => {
      const event = create(aggregateId)
      const [item] = await outbox.batch().add(event).items()
      whole.set(event.eventId, item?.Put?.Item?.['obDetail'])
      await outbox.transact((tx) => tx.put({ Item: { ...item?.Put?.Item, obDetail: 'broken' } }))
      return event
    },
    mend: (event) => editRow({ documents, tableName }, event, { obDetail: whole.get(event.eventId) }),
  }
}
