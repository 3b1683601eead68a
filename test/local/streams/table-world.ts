import { DynamoDBClient, PutItemCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import type { LocalCloud, StreamOptions } from '../../../lib/local/index.js'
import { startCloud } from '../start-cloud.js'
import { TABLE } from '../templates.js'

export interface TableWorld {
  readonly cloud: LocalCloud
  readonly client: DynamoDBClient
  readonly TableName: string
  readonly put: (
    pk: string,
    sk: string,
    more?: Readonly<Record<string, { S: string } | { N: string }>>,
  ) => Promise<void>
  /** Every record that the stream holds: the table's own, unless told otherwise. */
  readonly records: (streamArn?: string) => Promise<readonly _Record[]>
  readonly switchStream: (on: boolean) => Promise<string | undefined>
}

/** A real local cloud with one table, whose stream has both images. */
export async function tableWorld(
  streams: StreamOptions = {},
  resources: Readonly<Record<string, unknown>> = {},
  assets: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Promise<TableWorld> {
  const StreamSpecification = { StreamViewType: 'NEW_AND_OLD_IMAGES' }
  const cloud = await startCloud(
    { Table: { ...TABLE, Properties: { ...TABLE.Properties, StreamSpecification } }, ...resources },
    { streams, seed: 1, assets },
  )
  const client = new DynamoDBClient(cloud.clientConfig)
  const reader = new DynamoDBStreamsClient(cloud.clientConfig)
  const TableName = cloud.physicalId('Table')
  return {
    cloud,
    client,
    TableName,
    put: async (pk, sk, more = {}) => {
      await client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk }, ...more } }))
    },
    records: async (StreamArn = cloud.attribute('Table', 'StreamArn')) => {
      await cloud.clock.quiet()
      const { StreamDescription: description } = await reader.send(new DescribeStreamCommand({ StreamArn }))
      const found: _Record[] = []
      for (const { ShardId } of description?.Shards ?? []) {
        const input = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const }
        let { ShardIterator: iterator } = await reader.send(new GetShardIteratorCommand(input))
        while (iterator !== undefined) {
          const page = await reader.send(new GetRecordsCommand({ ShardIterator: iterator }))
          found.push(...(page.Records ?? []))
          iterator = page.Records?.length === 0 ? undefined : page.NextShardIterator
        }
      }
      return found
    },
    switchStream: async (on) => {
      const StreamSpecification = on
        ? { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const }
        : { StreamEnabled: false }
      const { TableDescription: table } = await client.send(
        new UpdateTableCommand({ TableName, StreamSpecification }),
      )
      return table?.LatestStreamArn
    },
  }
}

/** `INSERT a/1` */
export function told({ eventName, dynamodb }: _Record): string {
  return `${eventName} ${dynamodb?.Keys?.['pk']?.S}/${dynamodb?.Keys?.['sk']?.S}`
}
