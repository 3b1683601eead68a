import { tableNameOf } from '../../dynamodb/table-name-of.js'
import type { JsonRecord } from '../../record.js'
import type { StreamRegistry } from '../stream-registry.js'
import { limitOf } from './limit-of.js'

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html */
export function listStreams(streams: StreamRegistry, input: JsonRecord): JsonRecord {
  const { TableName: table, ExclusiveStartStreamArn: start } = input
  const limit = limitOf(input, 100)
  const wanted = streams
    .all()
    .filter(({ tableName }) => table === undefined || tableName === tableNameOf(String(table)))
  const from = start === undefined ? 0 : wanted.findIndex(({ arn }) => arn === start) + 1
  const page = wanted.slice(from, from + limit)
  const last = from + page.length < wanted.length ? page.at(-1)?.arn : undefined
  return {
    Streams: page.map(({ arn, label, tableName }) => ({
      StreamArn: arn,
      TableName: tableName,
      StreamLabel: label,
    })),
    ...(last === undefined ? {} : { LastEvaluatedStreamArn: last }),
  }
}
