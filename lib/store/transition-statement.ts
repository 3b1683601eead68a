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

/** PartiQL is documented for one path after REMOVE, and Amazon's DynamoDB Local refuses a second one. */
export function isStatement(transition: Transition): boolean {
  return (transition.remove?.length ?? 0) <= 1
}

/**
 * A transition of one row as a PartiQL UPDATE or DELETE, which DynamoDB takes in batches. The key and the conditions stand
 * together in WHERE: where they do not hold, or there is no such row, DynamoDB answers ConditionalCheckFailed and
 * changes nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.update.html
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.delete.html
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
  const name = (attribute: RowAttribute): string => quote(attributeName(attribute, table))
  const operand = (of: Operand): string => bind(operandValue(of, values))

  const set = (Object.entries(transition.set) as [RowAttribute, Operand][]).map(
    ([attribute, value]) => `${name(attribute)}=${operand(value)}`,
  )
  const remove = (transition.remove ?? []).map((attribute) => ` REMOVE ${name(attribute)}`).join('')
  const identity = Object.entries(keyAttributes(key, table.keys)).map(
    ([attribute, value]) => `${quote(attribute)}=${bind(value)}`,
  )
  const conditions = transition.when.map((clause) =>
    'equals' in clause
      ? `${name(clause.attribute)}=${operand(clause.equals)}`
      : `${name(clause.attribute)} IN [${clause.isOneOf.map(bind).join(', ')}]`,
  )
  const what =
    transition.deletes === true
      ? `DELETE FROM ${quote(table.tableName)}`
      : `UPDATE ${quote(table.tableName)} SET ${set.join(', ')}${remove}`
  return {
    Statement: `${what} WHERE ${[...identity, ...conditions].join(' AND ')}`,
    Parameters: parameters,
  }
}

/** The name of an attribute in this table. */
export function attributeName(attribute: RowAttribute, { ttlAttribute }: TableLayout): string {
  return attribute === 'ttl' ? ttlAttribute : ATTRIBUTE[attribute]
}

/** @throws TypeError when the worker did not supply the parameter */
export function operandValue(operand: Operand, values: TransitionValues): string | number {
  if ('literal' in operand) return operand.literal
  const value = values[operand.parameter]
  if (value === undefined) throw new TypeError(`The transition needs \`${operand.parameter}\``)
  return value
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
