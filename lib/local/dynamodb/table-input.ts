import { isRecord, type JsonRecord } from '../record.js'

/** Members that CloudFormation and CreateTable name alike. */
const SAME = ['AttributeDefinitions', 'KeySchema'] as const

/**
 * CreateTable's input for the properties of a table.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
 */
export function createTableInput(tableName: string, properties: JsonRecord): JsonRecord {
  const throughput = properties['ProvisionedThroughput']
  const stream = properties['StreamSpecification']
  return {
    TableName: tableName,
    ...Object.fromEntries(SAME.map((member) => [member, properties[member]])),
    ...billing(throughput),
    ...indexes(properties, 'GlobalSecondaryIndexes', throughput !== undefined),
    ...indexes(properties, 'LocalSecondaryIndexes', false),
    ...(isRecord(stream)
      ? { StreamSpecification: { StreamEnabled: true, StreamViewType: stream['StreamViewType'] } }
      : {}),
  }
}

/** Engines do not throttle: without a throughput of its own a table is on demand, whatever scales it on AWS. */
function billing(throughput: unknown): JsonRecord {
  return throughput === undefined
    ? { BillingMode: 'PAY_PER_REQUEST' }
    : { BillingMode: 'PROVISIONED', ProvisionedThroughput: throughput }
}

function indexes(
  properties: JsonRecord,
  member: 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes',
  provisioned: boolean,
): JsonRecord {
  const given = properties[member]
  if (!Array.isArray(given) || given.length === 0) return {}
  return {
    [member]: given.filter(isRecord).map((index) => ({
      IndexName: index['IndexName'],
      KeySchema: index['KeySchema'],
      Projection: index['Projection'],
      ...(provisioned ? { ProvisionedThroughput: index['ProvisionedThroughput'] } : {}),
    })),
  }
}
