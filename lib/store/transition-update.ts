import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { keyAttributes, type RowKey } from './row-key.js'
import type { Operand, RowAttribute, Transition } from './transition.js'
import {
  attributeName,
  operandValue,
  type TableLayout,
  type TransitionValues,
} from './transition-statement.js'

/**
 * A transition of one row as an UpdateItem, which removes as many attributes as it likes. The condition asks for the
 * status, so that it creates no row where there is none.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function transitionUpdate(
  transition: Transition,
  key: RowKey,
  values: TransitionValues,
  table: TableLayout,
): UpdateCommandInput {
  const names: Record<string, string> = {}
  const bound: Record<string, string | number> = {}
  const name = (attribute: RowAttribute): string => {
    names[`#${attribute}`] = attributeName(attribute, table)
    return `#${attribute}`
  }
  const bind = (value: string | number): string => {
    const placeholder = `:v${Object.keys(bound).length}`
    bound[placeholder] = value
    return placeholder
  }

  const set = (Object.entries(transition.set) as [RowAttribute, Operand][]).map(
    ([attribute, operand]) => `${name(attribute)} = ${bind(operandValue(operand, values))}`,
  )
  const remove = (transition.remove ?? []).map(name)
  const conditions = transition.when.map((clause) =>
    'equals' in clause
      ? `${name(clause.attribute)} = ${bind(operandValue(clause.equals, values))}`
      : `${name(clause.attribute)} IN (${clause.isOneOf.map(bind).join(', ')})`,
  )
  return {
    TableName: table.tableName,
    Key: keyAttributes(key, table.keys),
    UpdateExpression: `SET ${set.join(', ')}${remove.length > 0 ? ` REMOVE ${remove.join(', ')}` : ''}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: bound,
  }
}
