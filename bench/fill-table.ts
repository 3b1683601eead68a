import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { defineEvent, Outbox } from 'serverless-outbox'
import { z } from 'zod'
import { chunk } from '../lib/store/chunk.js'
import { documentClient } from '../lib/store/document-client.js'
import { newFence } from '../lib/store/fence.js'
import { ATTRIBUTE, OWNER_INDEX } from '../lib/store/layout.js'
import type { DrainSettings } from './drain.js'
import { type BenchServices, FAILING } from './services.js'

export const TABLE_NAME = 'bench'

/** Rows of one BatchWriteItem. */
const MAX_WRITES = 25
const EVENTS_PER_AGGREGATE = 20

const measured = defineEvent('Measured', {
  version: 1,
  aggregateType: 'Sample',
  schema: z.object({ text: z.string() }),
})

interface Filling {
  readonly task: DrainSettings['task']
  readonly rows: number
  readonly failing: number
}

const HANDED_OVER = { owner: 'R', dueSince: 60_000, others: {} }
const PUBLISHED = {
  owner: 'A',
  dueSince: 2 * 60 * 60_000,
  others: { [ATTRIBUTE.status]: 'PUBLISHED', [ATTRIBUTE.publishedAt]: new Date().toISOString() },
}

/**
 * Rows as the write path makes them, of about 800 bytes, which are due: handed over by the relay, or published and
 * waiting for the archive.
 */
export async function fillTable(
  { endpoint }: BenchServices,
  { task, rows, failing }: Filling,
): Promise<void> {
  const { owner, dueSince, others } = task === 'deliver' ? HANDED_OVER : PUBLISHED
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'BENCH', secretAccessKey: 'bench' },
  })
  const documents = documentClient(client)
  await client.send(
    new CreateTableCommand({
      TableName: TABLE_NAME,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', ATTRIBUTE.shard, ATTRIBUTE.due].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: OWNER_INDEX,
          KeySchema: [
            { AttributeName: ATTRIBUTE.shard, KeyType: 'HASH' },
            { AttributeName: ATTRIBUTE.due, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
  )
  const outbox = new Outbox({ tableName: TABLE_NAME, source: 'bench', client: documents })
  const numbers = Array.from({ length: rows }, (_, index) => index)
  // Those that fail are spread evenly.
  const isFailing = (index: number): boolean =>
    Math.floor((index * failing) / rows) !== Math.floor(((index + 1) * failing) / rows)
  for (const some of chunk(numbers, MAX_WRITES)) {
    const events = some.map((index) =>
      measured.create({
        aggregateId: `${Math.floor(index / EVENTS_PER_AGGREGATE)}`,
        correlationId: `correlation-${index}`,
        data: { text: isFailing(index) ? FAILING : 'x'.repeat(200) },
      }),
    )
    const items = await outbox
      .batch()
      .add(...events)
      .items()
    const requests = items.map(({ Put: { Item: row = {} } }) => ({
      PutRequest: {
        Item: {
          ...row,
          ...others,
          [ATTRIBUTE.shard]: `${owner}${String(row[ATTRIBUTE.shard]).slice(1)}`,
          [ATTRIBUTE.due]: newFence(Date.now() - dueSince),
        },
      },
    }))
    await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }))
  }
  client.destroy()
}
