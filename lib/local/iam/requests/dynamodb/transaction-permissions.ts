import { isRecord, type JsonRecord } from '../../../record.js'
import type { RequestedAction, RequestScope } from '../requested-action.js'
import { itemContext, mentionedAttributes, record, selectOf } from './item-context.js'
import { tableName } from './table-name.js'

/** The permission of each action of a transaction, and where the item's key is. */
const ACTIONS: Readonly<Record<string, { readonly action: string; readonly holder: 'Key' | 'Item' }>> = {
  ConditionCheck: { action: 'ConditionCheckItem', holder: 'Key' },
  Delete: { action: 'DeleteItem', holder: 'Key' },
  Get: { action: 'GetItem', holder: 'Key' },
  Put: { action: 'PutItem', holder: 'Item' },
  Update: { action: 'UpdateItem', holder: 'Key' },
}

interface Action {
  readonly action: string
  readonly tableName: string
  readonly leadingKey: unknown
  readonly input: JsonRecord
}

/**
 * Each action of a transaction needs the permission of its single form, once per table. ConditionCheckItem exists in
 * transactions only: the reference gives it no enclosing operation.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 */
export async function transactionPermissions(
  enclosingOperation: 'TransactGetItems' | 'TransactWriteItems',
  input: JsonRecord,
  scope: RequestScope,
): Promise<readonly RequestedAction[]> {
  const actions = await Promise.all(records(input['TransactItems']).flatMap((item) => actionsOf(item, scope)))
  const groups = new Map<string, Action[]>()
  for (const each of actions) {
    const name = `${each.action} ${each.tableName}`
    groups.set(name, [...(groups.get(name) ?? []), each])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return {
      action: `dynamodb:${first.action}`,
      resource: scope.arns.table(first.tableName),
      context: itemContext({
        leadingKeys: group.map(({ leadingKey }) => leadingKey),
        attributes: group.flatMap((each) => mentionedAttributes(each.input)),
        ...(first.action === 'ConditionCheckItem' ? {} : { enclosingOperation }),
        ...(first.action === 'GetItem' ? { select: selectOf(first.input) } : {}),
        returnConsumedCapacity: input['ReturnConsumedCapacity'],
      }),
    }
  })
}

function actionsOf(item: JsonRecord, { tableKeys }: RequestScope): readonly Promise<Action>[] {
  return Object.entries(ACTIONS).flatMap(([member, { action, holder }]) => {
    const input = item[member]
    if (!isRecord(input)) return []
    const table = tableName(input)
    const read = async (): Promise<Action> => {
      const keys = await tableKeys(table)
      const leadingKey = keys === undefined ? undefined : record(input[holder])[keys.partitionKey]
      return { action, tableName: table, leadingKey, input }
    }
    return [read()]
  })
}

function records(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
