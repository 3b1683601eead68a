import { AwsError } from '../../../aws-error.js'

export interface PartiqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'parameter' | 'symbol'
  /** Without its quotes. */
  readonly value: string
}

const TOKEN =
  /\s+|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|(\?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_][\w]*)|(<<|>>|<=|>=|<>|!=|\|\||.)/gsy

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html */
export function partiqlTokens(statement: string): readonly PartiqlToken[] {
  const tokens: PartiqlToken[] = []
  for (const [, text, name, parameter, number, word, symbol] of statement.matchAll(TOKEN)) {
    if (text !== undefined) tokens.push({ kind: 'text', value: text.replaceAll("''", "'") })
    else if (name !== undefined) tokens.push({ kind: 'name', value: name.replaceAll('""', '"') })
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', value: parameter })
    else if (number !== undefined) tokens.push({ kind: 'number', value: number })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word })
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', value: symbol })
  }
  return tokens
}

export function notWellFormed(): AwsError {
  return new AwsError('ValidationException', "Statement wasn't well formed, can't be processed")
}
