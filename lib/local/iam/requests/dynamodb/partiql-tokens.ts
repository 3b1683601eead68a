import { AwsError } from '../../../aws-error.js'

export interface PartiqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'parameter' | 'symbol'
  /** Without its quotes; of a parameter its place among all parameters, from 0. */
  readonly value: string
}

/** The last group is whatever the language of the API does not have. */
const TOKEN =
  /\s+|(--|\/\*)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(\?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][\w]*)|(<<|>>|<=|>=|<>|!=|\|\||[-+*/.,:=<>()[\]{}])|(.)/gsy

/**
 * What is read otherwise here than by the engine would be judged otherwise than it is done: so a statement with a
 * comment, or with a character out of place, is refused.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html
 *
 * @throws AwsError ValidationException
 */
export function partiqlTokens(statement: string): readonly PartiqlToken[] {
  const tokens: PartiqlToken[] = []
  let parameters = 0
  for (const match of statement.matchAll(TOKEN)) {
    const [, comment, text, name, parameter, number, word, symbol, other] = match
    if (comment !== undefined) throw notWellFormed('Comments are not emulated where policies are enforced')
    if (other !== undefined) throw notWellFormed(`Unexpected character: '${other}'`)
    if (text !== undefined) tokens.push({ kind: 'text', value: text.replaceAll("''", "'") })
    else if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('""', '"') })
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', value: String(parameters++) })
    else if (number !== undefined) tokens.push({ kind: 'number', value: number })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word })
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', value: symbol })
  }
  return tokens
}

/** A keyword in capitals; empty for what is no word. */
export function upper(token: PartiqlToken | undefined): string {
  return token?.kind === 'word' ? token.value.toUpperCase() : ''
}

export function isSymbol(token: PartiqlToken | undefined, ...symbols: readonly string[]): boolean {
  return token?.kind === 'symbol' && symbols.includes(token.value)
}

/** The place after the bracket that closes the one at `at`, the end when none does. */
export function afterBrackets(tokens: readonly PartiqlToken[], at: number): number {
  let depth = 0
  for (let next = at; next < tokens.length; next += 1) {
    if (isSymbol(tokens[next], '{', '[', '(', '<<')) depth += 1
    if (isSymbol(tokens[next], '}', ']', ')', '>>')) depth -= 1
    if (depth === 0) return next + 1
  }
  return tokens.length
}

/** In DynamoDB's form; undefined for what is no literal that a key can have. */
export function literal(token: PartiqlToken | undefined, parameters: readonly unknown[]): unknown {
  if (token?.kind === 'parameter') return parameters[Number(token.value)]
  return token?.kind === 'text' || token?.kind === 'number' ? { S: token.value } : undefined
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'ADD ALL AND ASC BETWEEN BY DELETE DESC EXISTS FALSE FROM IN INSERT INTO IS MISSING MODIFIED NEW NOT NULL OLD OR ORDER REMOVE RETURNING SELECT SET TRUE UPDATE VALUE WHERE'.split(
    ' ',
  ),
)

export function nameOf(token: PartiqlToken | undefined): string | undefined {
  if (token?.kind === 'name') return token.value
  return token?.kind === 'word' && !KEYWORDS.has(upper(token)) ? token.value : undefined
}

export function notWellFormed(why?: string): AwsError {
  const message = "Statement wasn't well formed, can't be processed"
  return new AwsError('ValidationException', why === undefined ? message : `${message}: ${why}`)
}
