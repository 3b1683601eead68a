import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ProvisionedResource, ResourceProvider } from '../resource-provider.js'
import type { ArnTranslation } from './arn-translation.js'
import { callEngine } from './control-plane.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import { createTableInput } from './table-input.js'

export type TableType = 'AWS::DynamoDB::GlobalTable' | 'AWS::DynamoDB::Table'

/** `Ref` is the table's name. */
export function tableProvider(
  type: TableType,
  engineOf: () => Promise<DynamoDbEngine>,
  arns: ArnTranslation,
): ResourceProvider {
  return {
    type,
    provision: async ({ properties, generatedName }): Promise<ProvisionedResource> => {
      const engine = await engineOf()
      const tableName = String(properties['TableName'] ?? generatedName)
      await create(engine, tableName, properties)
      await enableTtl(engine, tableName, properties['TimeToLiveSpecification'])
      const table = await activeTable(engine, tableName)
      const streamArn = table['LatestStreamArn']
      return {
        ref: tableName,
        attributes: {
          Arn: arns.toClient(String(table['TableArn'])),
          // Not every engine gives tables an id.
          TableId: String(table['TableId'] ?? tableName),
          ...(streamArn === undefined ? {} : { StreamArn: arns.toClient(String(streamArn)) }),
        },
        ...(engine.shared
          ? {
              stop: async () => {
                await callEngine(engine, 'DeleteTable', { TableName: tableName })
              },
            }
          : {}),
      }
    },
  }
}

async function create(engine: DynamoDbEngine, tableName: string, properties: JsonRecord): Promise<void> {
  try {
    await callEngine(engine, 'CreateTable', createTableInput(tableName, properties))
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ResourceInUseException')
      throw error
    throw new LocalCloudError(
      `the DynamoDB endpoint already has a table '${tableName}', which is not touched. Delete it there, or give the table no name of its own.`,
      { cause: error },
    )
  }
}

async function enableTtl(engine: DynamoDbEngine, tableName: string, specification: unknown): Promise<void> {
  if (!isRecord(specification) || specification['Enabled'] !== true) return
  await activeTable(engine, tableName)
  await callEngine(engine, 'UpdateTimeToLive', {
    TableName: tableName,
    TimeToLiveSpecification: { Enabled: true, AttributeName: specification['AttributeName'] },
  })
}

async function activeTable(engine: DynamoDbEngine, tableName: string): Promise<JsonRecord> {
  for (;;) {
    const { Table: table } = await callEngine(engine, 'DescribeTable', { TableName: tableName })
    if (!isRecord(table)) throw new LocalCloudError(`the engine does not describe table '${tableName}'.`)
    if (table['TableStatus'] === 'ACTIVE') return table
  }
}
