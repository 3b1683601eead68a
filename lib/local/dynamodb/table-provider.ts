import { AwsError } from '../aws-error.js'
import { LocalCloudError } from '../local-cloud-error.js'
import { isRecord, type JsonRecord } from '../record.js'
import type { ProvisionedResource, ResourceProvider } from '../resource-provider.js'
import type { DynamoDbEngine } from './dynamodb-engine.js'
import { createTableInput } from './table-input.js'
import type { Tables } from './tables.js'
import type { TimeToLive } from './time-to-live.js'

export type TableType = 'AWS::DynamoDB::GlobalTable' | 'AWS::DynamoDB::Table'

/** `Ref` is the table's name. */
export function tableProvider(
  type: TableType,
  engineOf: () => Promise<DynamoDbEngine>,
  tables: Tables,
  timeToLive: TimeToLive,
): ResourceProvider {
  return {
    type,
    provision: async ({ properties, generatedName }): Promise<ProvisionedResource> => {
      const engine = await engineOf()
      const tableName = String(properties['TableName'] ?? generatedName)
      await create(tables, tableName, properties)
      const table = await activeTable(tables, tableName)
      const attribute = expiryAttribute(properties['TimeToLiveSpecification'])
      if (attribute !== undefined) timeToLive.provision(tableName, attribute)
      const streamArn = table['LatestStreamArn']
      return {
        ref: tableName,
        attributes: {
          Arn: String(table['TableArn']),
          // Not every engine gives tables an id.
          TableId: String(table['TableId'] ?? tableName),
          ...(streamArn === undefined ? {} : { StreamArn: String(streamArn) }),
        },
        ...(engine.shared
          ? {
              stop: async () => {
                await tables.call('DeleteTable', { TableName: tableName }).catch(unlessGone)
              },
            }
          : {}),
      }
    },
  }
}

async function create(tables: Tables, tableName: string, properties: JsonRecord): Promise<void> {
  try {
    await tables.call('CreateTable', createTableInput(tableName, properties))
  } catch (error) {
    if (!(error instanceof AwsError) || error.code !== 'ResourceInUseException') throw error
    throw new LocalCloudError(
      `the DynamoDB endpoint already has a table '${tableName}', which is not touched. Delete it there, or give the table no name of its own.`,
      { cause: error },
    )
  }
}

function expiryAttribute(specification: unknown): string | undefined {
  if (!isRecord(specification) || specification['Enabled'] !== true) return undefined
  return String(specification['AttributeName'])
}

async function activeTable(tables: Tables, tableName: string): Promise<JsonRecord> {
  for (;;) {
    const { Table: table } = await tables.call('DescribeTable', { TableName: tableName })
    if (!isRecord(table)) throw new LocalCloudError(`the engine does not describe table '${tableName}'.`)
    if (table['TableStatus'] === 'ACTIVE') return table
  }
}

/** A test may have deleted it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AwsError) || error.code !== 'ResourceNotFoundException') throw error
}
