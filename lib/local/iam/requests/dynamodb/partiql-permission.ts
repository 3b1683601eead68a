import type { JsonRecord } from '../../../record.js'
import { type RequestedAction, type RequestScope, text } from '../requested-action.js'
import { itemContext } from './item-context.js'
import { parsePartiql } from './partiql-statement.js'
import { tableName } from './table-name.js'

/**
 * A statement is authorised as what it does, on the table or the index that it names.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-iam.html
 *
 * @throws AwsError ValidationException
 */
export async function partiqlPermission(
  statement: JsonRecord,
  { arns, tableKeys }: RequestScope,
  enclosingOperation?: string,
): Promise<RequestedAction> {
  const { Parameters: given } = statement
  const parsed = parsePartiql(text(statement, 'Statement'), Array.isArray(given) ? given : [])
  const { verb, index } = parsed
  const table = tableName({ TableName: parsed.table })
  const keys = await tableKeys(table)
  const key = index === undefined ? keys?.partitionKey : keys?.indexes[index]
  const leadingKeys = key === undefined ? [] : parsed.valuesOf(key)
  return {
    action: `dynamodb:PartiQL${verb}`,
    resource: index === undefined ? arns.table(table) : arns.index(table, index),
    context: {
      ...itemContext({
        leadingKeys,
        attributes: parsed.attributes,
        ...(enclosingOperation === undefined ? {} : { enclosingOperation }),
        ...(parsed.returnValues === undefined ? {} : { returnValues: parsed.returnValues }),
      }),
      ...(verb === 'Select' ? { 'dynamodb:FullTableScan': String(leadingKeys.length === 0) } : {}),
    },
  }
}
