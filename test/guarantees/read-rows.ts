import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { OutboxCloud } from './outbox-cloud.js'

export type Row = Readonly<Record<string, unknown>>

/** Every item of the table, consistently. */
export async function readRows({
  documents,
  tableName,
}: Pick<OutboxCloud, 'documents' | 'tableName'>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of paginateScan(
    { client: documents },
    { TableName: tableName, ConsistentRead: true },
  ))
    rows.push(...(page.Items ?? []))
  return rows
}
