import { notWellFormed, type PartiqlToken, partiqlTokens } from './partiql-tokens.js'

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

const KEYWORDS: ReadonlySet<string> = new Set(
  'ADD ALL AND ASC BETWEEN BY DELETE DESC EXISTS FALSE FROM IN INSERT INTO IS MISSING MODIFIED NEW NOT NULL OLD OR ORDER REMOVE RETURNING SELECT SET TRUE UPDATE VALUE WHERE'.split(
    ' ',
  ),
)

const OPENING: ReadonlySet<string> = new Set(['{', '[', '(', '<<'])
const CLOSING: ReadonlySet<string> = new Set(['}', ']', ')', '>>'])

const RETURN_VALUES: Readonly<Record<string, string>> = {
  'ALL OLD': 'ALL_OLD',
  'ALL NEW': 'ALL_NEW',
  'MODIFIED OLD': 'UPDATED_OLD',
  'MODIFIED NEW': 'UPDATED_NEW',
}

/**
 * Reads a statement as far as permissions need it.
 * @param parameters attribute values for the statement's question marks
 * @throws AwsError ValidationException
 */
export function parsePartiql(statement: string, parameters: readonly unknown[]): PartiqlStatement {
  const tokens = partiqlTokens(statement)
  const first = tokens.findIndex((token) => ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].includes(upper(token)))
  const verb = verbOf(upper(tokens[first]))
  const tableAt = tableIndex(tokens, first, verb)
  const table = nameAt(tokens, tableAt)
  if (table === undefined) throw notWellFormed()
  const index = tokens[tableAt + 1]?.value === '.' ? nameAt(tokens, tableAt + 2) : undefined
  const returning = tokens.findIndex((token) => upper(token) === 'RETURNING')
  const body = returning === -1 ? tokens : tokens.slice(0, returning)
  const returned = RETURN_VALUES[`${upper(tokens[returning + 1])} ${upper(tokens[returning + 2])}`]
  const where = body.findIndex((token) => upper(token) === 'WHERE')
  return {
    verb,
    table,
    ...(index === undefined ? {} : { index }),
    attributes: attributesOf(body, verb, tableAt, index === undefined ? tableAt : tableAt + 2),
    ...(returned === undefined ? {} : { returnValues: returned }),
    valuesOf: (key) =>
      verb === 'Insert'
        ? insertedValues(body, key, parameters)
        : demandedValues(body, where === -1 ? body.length : where, key, parameters),
  }
}

function verbOf(word: string): PartiqlVerb {
  switch (word) {
    case 'SELECT':
      return 'Select'
    case 'INSERT':
      return 'Insert'
    case 'UPDATE':
      return 'Update'
    case 'DELETE':
      return 'Delete'
    default:
      throw notWellFormed()
  }
}

/** UPDATE has its table next, INSERT after INTO, the others after FROM. */
function tableIndex(tokens: readonly PartiqlToken[], first: number, verb: PartiqlVerb): number {
  if (verb === 'Update') return first + 1
  const before = verb === 'Insert' ? 'INTO' : 'FROM'
  return tokens.findIndex((token, position) => position > first && upper(token) === before) + 1
}

function attributesOf(
  tokens: readonly PartiqlToken[],
  verb: PartiqlVerb,
  tableAt: number,
  tableEnd: number,
): readonly string[] {
  if (verb === 'Insert') return structMembers(tokens)
  return tokens.flatMap((_, position) => {
    const isTable = position >= tableAt && position <= tableEnd
    if (isTable || tokens[position - 1]?.value === '.' || tokens[position + 1]?.value === '(') return []
    const name = nameAt(tokens, position)
    return name === undefined ? [] : [name]
  })
}

/** The item of an INSERT is a struct: `{'pk': ?, 'sk': 'a'}`. */
function structMembers(tokens: readonly PartiqlToken[]): readonly string[] {
  const members: string[] = []
  let depth = 0
  for (const [position, { kind, value }] of tokens.entries()) {
    if (kind === 'symbol' && OPENING.has(value)) depth += 1
    if (kind === 'symbol' && CLOSING.has(value)) depth -= 1
    if (depth === 1 && kind === 'text' && tokens[position + 1]?.value === ':') members.push(value)
  }
  return members
}

function insertedValues(
  tokens: readonly PartiqlToken[],
  key: string,
  parameters: readonly unknown[],
): readonly unknown[] {
  const at = tokens.findIndex(
    ({ kind, value }, position) => kind === 'text' && value === key && tokens[position + 1]?.value === ':',
  )
  return at === -1 ? [] : [valueAt(tokens, at + 2, parameters)]
}

/** Conditions joined by OR demand nothing of the key: they can be met by items with any. */
function demandedValues(
  tokens: readonly PartiqlToken[],
  where: number,
  key: string,
  parameters: readonly unknown[],
): readonly unknown[] {
  const conditions = tokens.slice(where)
  if (conditions.some((token) => upper(token) === 'OR')) return []
  for (let at = where; at < tokens.length; at += 1) {
    if (nameAt(tokens, at) !== key || tokens[at - 1]?.value === '.') continue
    if (tokens[at + 1]?.value === '=') return [valueAt(tokens, at + 2, parameters)]
    if (tokens[at - 1]?.value === '=') return [valueAt(tokens, at - 2, parameters)]
    if (upper(tokens[at + 1]) === 'IN') return listAt(tokens, at + 3, parameters)
  }
  return []
}

function listAt(
  tokens: readonly PartiqlToken[],
  from: number,
  parameters: readonly unknown[],
): readonly unknown[] {
  const values: unknown[] = []
  for (let at = from; at < tokens.length && !CLOSING.has(tokens[at]?.value ?? ''); at += 1)
    if (tokens[at]?.value !== ',') values.push(valueAt(tokens, at, parameters))
  return values
}

/** In DynamoDB's form. A question mark is the parameter of its place among all question marks. */
function valueAt(tokens: readonly PartiqlToken[], at: number, parameters: readonly unknown[]): unknown {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.kind !== 'parameter') return { S: token.value }
  return parameters[tokens.slice(0, at).filter(({ kind }) => kind === 'parameter').length]
}

function nameAt(tokens: readonly PartiqlToken[], at: number): string | undefined {
  const token = tokens[at]
  if (token?.kind === 'name') return token.value
  return token?.kind === 'word' && !KEYWORDS.has(upper(token)) ? token.value : undefined
}

function upper(token: PartiqlToken | undefined): string {
  return token?.kind === 'word' ? token.value.toUpperCase() : ''
}
