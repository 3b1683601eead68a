import type { KeyNames } from '../environment.js'
import { ATTRIBUTE } from './layout.js'
import { keyAttributes, type RowKey } from './row-key.js'
import type { Operand, RowAttribute, Transition, TransitionParameter } from './transition.js'

/** What the worker supplies: each parameter that the transition names. */
export type TransitionValues = { readonly [Name in TransitionParameter]?: string | number }

export interface TableLayout {
  readonly tableName: string
  readonly keys: KeyNames
  readonly ttlAttribute: string
}

export interface Statement {
  readonly Statement: string
  readonly Parameters: (string | number)[]
}

/**
 * A transition of one row as a PartiQL UPDATE. The key and the conditions stand together in WHERE: where they do
 * not hold, or there is no such row, DynamoDB answers ConditionalCheckFailed and changes nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.update.html
 */
export function transitionStatement(
  transition: Transition,
  key: RowKey,
  values: TransitionValues,
  table: TableLayout,
): Statement {
  const parameters: (string | number)[] = []
  const bind = (value: string | number): string => {
    parameters.push(value)
    return '?'
  }
  const name = (attribute: RowAttribute): string =>
    quote(attribute === 'ttl' ? table.ttlAttribute : ATTRIBUTE[attribute])
  const operandValue = (operand: Operand): string | number => {
    if ('literal' in operand) return operand.literal
    const value = values[operand.parameter]
    if (value === undefined) throw new TypeError(`The transition needs \`${operand.parameter}\``)
    return value
  }

  const set = (Object.entries(transition.set) as [RowAttribute, Operand][]).map(
    ([attribute, operand]) => `${name(attribute)}=${bind(operandValue(operand))}`,
  )
  const remove = transition.remove === undefined ? '' : ` REMOVE ${name(transition.remove)}`
  const identity = Object.entries(keyAttributes(key, table.keys)).map(
    ([attribute, value]) => `${quote(attribute)}=${bind(value)}`,
  )
  const conditions = transition.when.map((clause) =>
    'equals' in clause
      ? `${name(clause.attribute)}=${bind(operandValue(clause.equals))}`
      : `${name(clause.attribute)} IN [${clause.isOneOf.map(bind).join(', ')}]`,
  )
  return {
    Statement: `UPDATE ${quote(table.tableName)} SET ${set.join(', ')}${remove} WHERE ${[...identity, ...conditions].join(' AND ')}`,
    Parameters: parameters,
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
