import { AwsError } from '../../aws-error.js'

/** A metric-math expression as a tree. */
export type Node =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  /** Of a query: its series. */
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'list'; readonly elements: readonly Node[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'negation'; readonly of: Node }
  | { readonly kind: 'operation'; readonly operator: string; readonly left: Node; readonly right: Node }

/** From the weakest to the strongest; `AND` and `OR` are words for `&&` and `||`. */
const PRECEDENCE: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/'],
]

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|"([^"]*)"|'([^']*)'|([A-Za-z_]\w*)|(\|\||&&|==|!=|<=|>=|[-+*/<>()[\],^]))/y

type Token = { readonly kind: 'number' | 'text' | 'word' | 'sign'; readonly text: string }

/** @throws AwsError ValidationError */
export function parseExpression(expression: string): Node {
  return new Parser(expression).parse()
}

class Parser {
  readonly #expression: string
  readonly #tokens: Token[]

  constructor(expression: string) {
    this.#expression = expression
    this.#tokens = tokens(expression)
  }

  parse(): Node {
    const node = this.#operation(0)
    if (this.#tokens.length > 0) throw this.#unexpected()
    return node
  }

  #operation(level: number): Node {
    const operators = PRECEDENCE[level]
    if (operators === undefined) return this.#unary()
    let left = this.#operation(level + 1)
    for (;;) {
      const operator = this.#operator()
      if (operator === undefined || !operators.includes(operator)) return left
      this.#tokens.shift()
      left = { kind: 'operation', operator, left, right: this.#operation(level + 1) }
    }
  }

  #operator(): string | undefined {
    const [next] = this.#tokens
    if (next?.kind === 'sign') return next.text
    if (next?.kind !== 'word') return undefined
    return { AND: '&&', OR: '||' }[next.text]
  }

  #unary(): Node {
    if (this.#take('-')) return { kind: 'negation', of: this.#unary() }
    if (this.#take('(')) {
      const node = this.#operation(0)
      this.#expect(')')
      return node
    }
    if (this.#take('[')) return { kind: 'list', elements: this.#list(']') }
    const token = this.#tokens.shift()
    if (token?.kind === 'number') return { kind: 'number', value: Number(token.text) }
    if (token?.kind === 'text') return { kind: 'text', value: token.text }
    if (token?.kind !== 'word') throw this.#unexpected(token)
    if (this.#take('(')) return { kind: 'call', name: token.text, args: this.#list(')') }
    return { kind: 'id', id: token.text }
  }

  /** Up to the sign that closes it. */
  #list(close: string): readonly Node[] {
    const elements: Node[] = []
    if (this.#take(close)) return elements
    do elements.push(this.#operation(0))
    while (this.#take(','))
    this.#expect(close)
    return elements
  }

  #take(sign: string): boolean {
    const [next] = this.#tokens
    if (next?.kind !== 'sign' || next.text !== sign) return false
    this.#tokens.shift()
    return true
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#unexpected()
  }

  #unexpected(token: Token | undefined = this.#tokens[0]): AwsError {
    const what = token === undefined ? 'the end' : `'${token.text}'`
    return new AwsError('ValidationError', `Error in expression '${this.#expression}': unexpected ${what}.`)
  }
}

function tokens(expression: string): Token[] {
  const found: Token[] = []
  const text = expression.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const [matched, number, double, single, word, sign] = TOKEN.exec(text) ?? []
    if (matched === undefined)
      throw new AwsError(
        'ValidationError',
        `Error in expression '${expression}': unexpected '${text.slice(at).trim()}'.`,
      )
    if (number !== undefined) found.push({ kind: 'number', text: number })
    else if (word !== undefined) found.push({ kind: 'word', text: word })
    else if (sign !== undefined) found.push({ kind: 'sign', text: sign })
    else found.push({ kind: 'text', text: double ?? single ?? '' })
  }
  return found
}
