import { isRecord } from '../../record.js'
import { invalidPattern } from './invalid-pattern.js'
import { wildcardTokens } from './wildcard.js'

/** Beginnings of wildcards that one text may match at once; the documented example of what is too complex has 10. */
const LIMIT = 9
/** Of sets of beginnings: what is still simple after so many is taken. */
const PATIENCE = 10_000

/** A token of a wildcard: a character, or `undefined` for `*`. */
type Tokens = readonly (string | undefined)[]

/**
 * Refuses a field's wildcards when they are too complex together. AWS says that this depends on the number of wildcard
 * characters and on "repeating character sequences that occur after a wildcard character", and does not publish the
 * measure: here it is how many beginnings of the wildcards can match the same text at once.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html#eb-filtering-wildcard-matching-complexity
 * @param expressions of the field, each valid by itself
 * @throws AwsError InvalidEventPatternException
 */
export function checkWildcardComplexity(expressions: readonly unknown[]): void {
  const wildcards = expressions.flatMap(wildcardsOf).map(wildcardTokens)
  const alphabet = new Set(wildcards.flat())
  const start = new Set(wildcards.flatMap((tokens, index) => [...reached(index, 0, tokens)]))
  const seen = new Set([keyOf(start)])
  const pending = [start]
  for (let set = pending.pop(); set !== undefined; set = pending.pop()) {
    if (set.size > LIMIT) {
      throw invalidPattern(
        'Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character',
      )
    }
    if (seen.size > PATIENCE) return
    for (const character of alphabet) {
      const next = step(set, character, wildcards)
      const key = keyOf(next)
      if (next.size === 0 || seen.has(key)) continue
      seen.add(key)
      pending.push(next)
    }
  }
}

function wildcardsOf(expression: unknown): readonly string[] {
  if (!isRecord(expression)) return []
  const { wildcard, 'anything-but': excluded } = expression
  if (typeof wildcard === 'string') return [wildcard]
  const list = isRecord(excluded) ? excluded['wildcard'] : undefined
  return (Array.isArray(list) ? list : [list]).filter((text) => typeof text === 'string')
}

/** A beginning of a wildcard: which one, and how many of its tokens. */
type Beginning = `${number}:${number}`

/** `*` may stand for nothing: whoever reaches it has passed it, too. */
function* reached(index: number, length: number, tokens: Tokens): Generator<Beginning> {
  yield `${index}:${length}`
  if (length < tokens.length && tokens[length] === undefined) yield `${index}:${length + 1}`
}

/** @param character any that the wildcards do not name for `undefined` */
function step(
  set: ReadonlySet<Beginning>,
  character: string | undefined,
  wildcards: readonly Tokens[],
): Set<Beginning> {
  const next = new Set<Beginning>()
  for (const beginning of set) {
    const [index = 0, length = 0] = beginning.split(':').map(Number)
    const tokens = wildcards[index] ?? []
    const stays = length > 0 && tokens[length - 1] === undefined
    if (stays) next.add(beginning)
    const matches = length < tokens.length && character !== undefined && tokens[length] === character
    if (matches) for (const one of reached(index, length + 1, tokens)) next.add(one)
  }
  return next
}

function keyOf(set: ReadonlySet<Beginning>): string {
  return [...set].sort().join(' ')
}
