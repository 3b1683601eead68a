import { isRecord, type JsonRecord } from '../record.js'
import { tableNameOf } from './table-name-of.js'

/** `"t"` may be quoted; an index after it is only read. */
const WRITE_STATEMENT = /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:"([^"]+)"|([^\s"]+))/i

/** The tables that a call writes to; none for a call that reads. */
export function writtenTables(operation: string, input: JsonRecord): ReadonlySet<string> {
  return new Set(named(operation, input).map(tableNameOf))
}

function named(operation: string, input: JsonRecord): readonly string[] {
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [String(input['TableName'])]
    case 'BatchWriteItem':
      return isRecord(input['RequestItems']) ? Object.keys(input['RequestItems']) : []
    case 'TransactWriteItems':
      return actions(input).map((action) => String(action['TableName']))
    case 'ExecuteStatement':
      return statementTable(input)
    case 'BatchExecuteStatement':
      return records(input['Statements']).flatMap(statementTable)
    case 'ExecuteTransaction':
      return records(input['TransactStatements']).flatMap(statementTable)
    default:
      return []
  }
}

function statementTable({ Statement: statement }: JsonRecord): readonly string[] {
  const [, quoted, plain] = WRITE_STATEMENT.exec(String(statement)) ?? []
  const name = quoted ?? plain
  return name === undefined ? [] : [name]
}

/** What a transaction does to items; its checks are left out, they leave no record. */
export function actions({ TransactItems: items }: JsonRecord): readonly JsonRecord[] {
  return records(items).flatMap(({ Put: put, Update: update, Delete: remove }) =>
    [put, update, remove].filter(isRecord),
  )
}

function records(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
