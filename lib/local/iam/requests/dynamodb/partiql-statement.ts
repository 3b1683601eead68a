import { demandedValues } from './partiql-conditions.js'
import { insertedItem } from './partiql-item.js'
import {
  isSymbol,
  literal,
  nameOf,
  notWellFormed,
  type PartiqlToken,
  partiqlTokens,
  upper,
} from './partiql-tokens.js'

export type PartiqlVerb = 'Select' | 'Insert' | 'Update' | 'Delete'

/** What IAM is asked about a statement. */
export interface PartiqlStatement {
  readonly verb: PartiqlVerb
  readonly table: string
  readonly index?: string
  readonly attributes: readonly string[]
  /** `ALL_OLD` for `RETURNING ALL OLD *`. */
  readonly returnValues?: string
  /** The values that the statement gives the key: of an INSERT its item's, else those that WHERE demands. */
  readonly valuesOf: (key: string) => readonly unknown[]
}

const VERBS: ReadonlyMap<string, PartiqlVerb> = new Map([
  ['SELECT', 'Select'],
  ['INSERT', 'Insert'],
  ['UPDATE', 'Update'],
  ['DELETE', 'Delete'],
])

/** What can come after the table: something else, and an engine may take it for the end of the statement. */
const AFTER_TABLE: Readonly<Record<PartiqlVerb, readonly string[]>> = {
  Select: ['WHERE', 'ORDER'],
  Insert: ['VALUE'],
  Update: ['SET', 'REMOVE'],
  Delete: ['WHERE'],
}

const RETURN_VALUES: ReadonlyMap<string, string> = new Map([
  ['ALL OLD', 'ALL_OLD'],
  ['ALL NEW', 'ALL_NEW'],
  ['MODIFIED OLD', 'UPDATED_OLD'],
  ['MODIFIED NEW', 'UPDATED_NEW'],
])

/**
 * Reads a statement as far as permissions need it.
 * @param parameters attribute values for the statement's question marks
 * @throws AwsError ValidationException
 */
export function parsePartiql(statement: string, parameters: readonly unknown[]): PartiqlStatement {
  const { body, returnValues } = withoutReturning(withoutExists(partiqlTokens(statement)))
  const verb = VERBS.get(upper(body[0]))
  if (verb === undefined) throw notWellFormed()
  const tableAt = tableIndex(body, verb)
  const table = nameOf(body[tableAt])
  const indexAt = isSymbol(body[tableAt + 1], '.') ? tableAt + 2 : undefined
  const index = indexAt === undefined ? undefined : nameOf(body[indexAt])
  const rest = (indexAt ?? tableAt) + 1
  const isEnd = rest === body.length && verb !== 'Insert'
  if (table === undefined || (indexAt !== undefined && index === undefined)) throw notWellFormed()
  if (!isEnd && !AFTER_TABLE[verb].includes(upper(body[rest]))) throw notWellFormed()
  const target = {
    verb,
    table,
    ...(index === undefined ? {} : { index }),
    ...(returnValues === undefined ? {} : { returnValues }),
  }
  if (verb === 'Insert') {
    const item = insertedItem(body.slice(rest))
    return {
      ...target,
      attributes: [...item.keys()],
      valuesOf: (key) => insertedValues(item, key, parameters),
    }
  }
  const where = only(body, 'WHERE')
  const conditions = where === undefined ? [] : body.slice(where + 1)
  return {
    ...target,
    attributes: [...attributesOf(body.slice(0, tableAt)), ...attributesOf(body.slice(rest))],
    valuesOf: (key) => demandedValues(conditions, key, parameters),
  }
}

/** A check in a transaction: `EXISTS(SELECT …)`. */
function withoutExists(tokens: readonly PartiqlToken[]): readonly PartiqlToken[] {
  const isCheck = upper(tokens[0]) === 'EXISTS' && isSymbol(tokens[1], '(') && isSymbol(tokens.at(-1), ')')
  return isCheck ? tokens.slice(2, -1) : tokens
}

function withoutReturning(tokens: readonly PartiqlToken[]): {
  readonly body: readonly PartiqlToken[]
  readonly returnValues?: string
} {
  const at = only(tokens, 'RETURNING')
  if (at === undefined) return { body: tokens }
  const returnValues = RETURN_VALUES.get(`${upper(tokens[at + 1])} ${upper(tokens[at + 2])}`)
  if (returnValues === undefined || !isSymbol(tokens[at + 3], '*') || tokens.length !== at + 4)
    throw notWellFormed()
  return { body: tokens.slice(0, at), returnValues }
}

/** UPDATE has its table next, INSERT after INTO, the others after FROM. */
function tableIndex(tokens: readonly PartiqlToken[], verb: PartiqlVerb): number {
  if (verb === 'Update') return 1
  const before = only(tokens, verb === 'Insert' ? 'INTO' : 'FROM')
  if (before === undefined || (verb !== 'Select' && before !== 1)) throw notWellFormed()
  return before + 1
}

/** Where the keyword is. Were it there twice, an engine could take the other one for it. */
function only(tokens: readonly PartiqlToken[], keyword: string): number | undefined {
  const places = [...tokens.keys()].filter((at) => upper(tokens[at]) === keyword)
  if (places.length > 1) throw notWellFormed(`${keyword} is there more than once`)
  return places[0]
}

/** Names at the beginning of a path that are no function's. */
function attributesOf(tokens: readonly PartiqlToken[]): readonly string[] {
  return tokens.flatMap((token, at) => {
    const name = nameOf(token)
    const isPart = isSymbol(tokens[at - 1], '.') || isSymbol(tokens[at + 1], '(')
    return name === undefined || isPart ? [] : [name]
  })
}

/** @throws AwsError ValidationException for a key that is no literal */
function insertedValues(
  item: ReadonlyMap<string, readonly PartiqlToken[]>,
  key: string,
  parameters: readonly unknown[],
): readonly unknown[] {
  const value = item.get(key)
  if (value === undefined) return []
  const known = value.length === 1 ? literal(value[0], parameters) : undefined
  if (known === undefined) throw notWellFormed(`The value of '${key}' is no literal`)
  return [known]
}
