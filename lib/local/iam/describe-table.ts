import { AwsError } from '../aws-error.js'
import { callEngine } from '../dynamodb/control-plane.js'
import type { DynamoDbEngine } from '../dynamodb/dynamodb-engine.js'
import { isRecord, type JsonRecord } from '../record.js'

/**
 * What DescribeTable calls `Table`, asked of the engine itself: no policy stands in the way of that.
 * @param nameOrArn an ARN's name is all that an engine has to know
 */
export async function describeTable(
  engine: Pick<DynamoDbEngine, 'forward'>,
  nameOrArn: string,
): Promise<JsonRecord | undefined> {
  const TableName = nameOrArn.slice(nameOrArn.lastIndexOf('/') + 1)
  try {
    const { Table: table } = await callEngine(engine, 'DescribeTable', { TableName })
    return isRecord(table) ? table : undefined
  } catch (error) {
    if (error instanceof AwsError) return undefined
    throw error
  }
}
