import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import { afterAll, beforeAll } from 'vitest'
import type { KeyNames } from '../../lib/environment.js'
import type { DynamoDbEngine } from '../../lib/local/dynamodb/dynamodb-engine.js'
import { startDynamoDbEngine } from '../../lib/local/dynamodb/start-engine.js'
import { documentClient } from '../../lib/store/document-client.js'
import { OWNER_INDEX } from '../../lib/store/layout.js'
import type { TableLayout } from '../../lib/store/transition-statement.js'

/** The kinds of table that rows must live in. */
export const LAYOUTS = {
  'default keys': { keys: { partitionKey: 'pk', sortKey: 'sk' }, ttlAttribute: 'expiresAt' },
  'other key names': { keys: { partitionKey: 'Id', sortKey: 'range-key' }, ttlAttribute: 'expiresAt' },
  'no sort key': { keys: { partitionKey: 'pk' }, ttlAttribute: 'expiresAt' },
  // Names that an event might have wanted, with types that it would not have had.
  "a user's table": {
    keys: { partitionKey: 'pk', sortKey: 'sk' },
    ttlAttribute: 'ttl',
    indexes: { status: 'N', time: 'N', source: 'B' },
  },
} as const satisfies Record<string, Layout>

export interface Layout {
  readonly keys: KeyNames
  readonly ttlAttribute: string
  /** Attributes that each have an index of the user's. */
  readonly indexes?: Readonly<Record<string, 'S' | 'N' | 'B'>>
}

/** A fresh table in a real engine. */
export interface EngineTable extends TableLayout {
  readonly client: DynamoDBDocumentClient
  /** Names of the API actions that were sent since the table was made, in order. */
  readonly sent: string[]
  /** The next request arrives and is carried out, but its answer gets lost on the way back. */
  readonly loseNextAnswer: () => void
}

/**
 * A real DynamoDB engine for the tests of a file: the one at DYNAMODB_ENDPOINT, else one that starts and ends with
 * the file.
 */
export function useDynamoDbEngine(): { readonly table: (layout?: Layout) => Promise<EngineTable> } {
  let engine: DynamoDbEngine
  const cleanUps: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    engine = await startDynamoDbEngine(process.env['DYNAMODB_ENDPOINT'], 'STORETESTS')
  })
  afterAll(async () => {
    // An engine at an endpoint stays; its tables must not.
    for (const cleanUp of cleanUps) await cleanUp()
    await engine.stop()
  })

  return {
    table: async (layout = LAYOUTS['default keys']) => {
      const sent: string[] = []
      const line = { losesAnswer: false }
      const client = new DynamoDBClient(configFor(engine, sent, line))
      const tableName = `store-test-${randomUUID()}`
      await client.send(new CreateTableCommand(tableInput(tableName, layout)))
      cleanUps.push(() => client.send(new DeleteTableCommand({ TableName: tableName })))
      const AttributeName = layout.ttlAttribute
      await client.send(
        new UpdateTimeToLiveCommand({
          TableName: tableName,
          TimeToLiveSpecification: { AttributeName, Enabled: true },
        }),
      )
      sent.length = 0
      return {
        ...layout,
        tableName,
        sent,
        client: documentClient(client),
        loseNextAnswer: () => {
          line.losesAnswer = true
        },
      }
    },
  }
}

/** Real requests in wire form; only the transport goes to the engine instead of AWS. */
function configFor(
  engine: DynamoDbEngine,
  sent: string[],
  line: { losesAnswer: boolean },
): DynamoDBClientConfig {
  return {
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: {
      handle: async ({ headers, body }: HttpRequest) => {
        sent.push(String(headers['x-amz-target']).replace(/^.*\./, ''))
        const answer = await engine.forward(
          headers,
          Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        )
        if (line.losesAnswer) {
          line.losesAnswer = false
          throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
        }
        return {
          response: new HttpResponse({
            statusCode: answer.statusCode,
            headers: { ...answer.headers },
            body: Readable.from([answer.body]),
          }),
        }
      },
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  }
}

function tableInput(TableName: string, { keys, indexes = {} }: Layout): CreateTableCommandInput {
  const { partitionKey, sortKey } = keys
  const strings = [partitionKey, ...(sortKey === undefined ? [] : [sortKey]), 'obShard', 'obDue']
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      ...strings.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      ...Object.entries(indexes).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    ],
    KeySchema: [
      { AttributeName: partitionKey, KeyType: 'HASH' },
      ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: 'RANGE' as const }]),
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: OWNER_INDEX,
        KeySchema: [
          { AttributeName: 'obShard', KeyType: 'HASH' },
          { AttributeName: 'obDue', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      ...Object.keys(indexes).map((AttributeName) => ({
        IndexName: `by-${AttributeName}`,
        KeySchema: [{ AttributeName, KeyType: 'HASH' as const }],
        Projection: { ProjectionType: 'ALL' as const },
      })),
    ],
  }
}
