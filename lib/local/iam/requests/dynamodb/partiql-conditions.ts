import { afterBrackets, isSymbol, literal, nameOf, type PartiqlToken, upper } from './partiql-tokens.js'

/**
 * The values that the conditions after WHERE demand of the key: of all of `key = value` and `key IN [values]` that AND
 * joins. With OR or NOT, or anything that is not read here, items with any key can meet them: then there are none.
 */
export function demandedValues(
  conditions: readonly PartiqlToken[],
  key: string,
  parameters: readonly unknown[],
): readonly unknown[] {
  const reader = new ConditionReader(conditions, key, parameters)
  return reader.all() ? reader.values : []
}

/** Each method reads on and says whether what it came upon is what it reads. */
class ConditionReader {
  readonly values: unknown[] = []
  readonly #tokens: readonly PartiqlToken[]
  readonly #key: string
  readonly #parameters: readonly unknown[]
  #at = 0

  constructor(tokens: readonly PartiqlToken[], key: string, parameters: readonly unknown[]) {
    this.#tokens = tokens
    this.#key = key
    this.#parameters = parameters
  }

  all(): boolean {
    return this.#conjunction() && (this.#at === this.#tokens.length || this.#word('ORDER'))
  }

  #conjunction(): boolean {
    do {
      const isRead = this.#symbol('(') ? this.#conjunction() && this.#symbol(')') : this.#condition()
      if (!isRead) return false
    } while (this.#word('AND'))
    return true
  }

  #condition(): boolean {
    const left = this.#operand()
    if (left === undefined) return false
    if (this.#symbol('=')) return this.#equals(left)
    if (this.#symbol('<', '>', '<=', '>=', '<>', '!=')) return this.#operand() !== undefined
    if (this.#word('BETWEEN'))
      return this.#operand() !== undefined && this.#word('AND') && this.#operand() !== undefined
    if (this.#word('IN')) return this.#in(left)
    if (this.#word('IS')) {
      this.#word('NOT')
      return this.#word('MISSING', 'NULL')
    }
    // A function that says yes or no.
    return isSymbol(left.at(-1), ')')
  }

  #equals(left: readonly PartiqlToken[]): boolean {
    const right = this.#operand()
    if (right === undefined) return false
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (this.#isKey(one)) this.#demand(other)
    }
    return true
  }

  #in(left: readonly PartiqlToken[]): boolean {
    if (!isSymbol(this.#tokens[this.#at], '[', '(')) return false
    const end = afterBrackets(this.#tokens, this.#at)
    const members = this.#tokens.slice(this.#at + 1, end - 1).filter((token) => !isSymbol(token, ','))
    this.#at = end
    if (!this.#isKey(left)) return true
    if (members.some((member) => literal(member, this.#parameters) === undefined)) return false
    for (const member of members) this.#demand([member])
    return true
  }

  /** A path, a literal, a list or struct, or a function with its arguments. */
  #operand(): readonly PartiqlToken[] | undefined {
    const from = this.#at
    const first = this.#tokens[from]
    if (isSymbol(first, '[', '{', '<<')) this.#at = afterBrackets(this.#tokens, from)
    else if (first === undefined || first.kind === 'symbol') return undefined
    else if (nameOf(first) === undefined) {
      if (first.kind === 'word' && !['TRUE', 'FALSE', 'NULL'].includes(upper(first))) return undefined
      this.#at += 1
    } else this.#path()
    return this.#tokens.slice(from, this.#at)
  }

  #path(): void {
    this.#at += 1
    if (isSymbol(this.#tokens[this.#at], '(')) {
      this.#at = afterBrackets(this.#tokens, this.#at)
      return
    }
    while (isSymbol(this.#tokens[this.#at], '.', '['))
      this.#at = isSymbol(this.#tokens[this.#at], '.') ? this.#at + 2 : afterBrackets(this.#tokens, this.#at)
  }

  #isKey(operand: readonly PartiqlToken[]): boolean {
    return operand.length === 1 && nameOf(operand[0]) === this.#key
  }

  #demand(operand: readonly PartiqlToken[]): void {
    const value = operand.length === 1 ? literal(operand[0], this.#parameters) : undefined
    if (value !== undefined) this.values.push(value)
  }

  #symbol(...symbols: readonly string[]): boolean {
    const isThere = isSymbol(this.#tokens[this.#at], ...symbols)
    if (isThere) this.#at += 1
    return isThere
  }

  #word(...words: readonly string[]): boolean {
    const isThere = words.includes(upper(this.#tokens[this.#at]))
    if (isThere) this.#at += 1
    return isThere
  }
}
