import { invalidPattern } from './invalid-pattern.js'
import { type Matcher, stringMatcher } from './matcher.js'

/** `{ "wildcard": "dir/*.png" }`: `*` stands for any number of characters, `\*` and `\\` for themselves. */
export function wildcard(argument: unknown): Matcher {
  return stringMatcher(wildcardTest(argument))
}

export function wildcardTest(argument: unknown): (value: string) => boolean {
  if (typeof argument !== 'string') throw invalidPattern('wildcard match pattern must be a string')
  const parts = literalParts(argument)
  return (value) => matchesParts(value, parts)
}

/**
 * The characters of a valid or invalid wildcard, `undefined` for each `*`. AWS counts positions in the quoted text, so
 * by one more.
 * @throws AwsError InvalidEventPatternException
 */
export function wildcardTokens(pattern: string): readonly (string | undefined)[] {
  const tokens: (string | undefined)[] = []
  for (let position = 0; position < pattern.length; position += 1) {
    const character = pattern[position]
    const next = pattern[position + 1]
    if (character === '*') {
      if (next === '*') throw invalidPattern(`Consecutive wildcard characters at pos ${position + 1}`)
      tokens.push(undefined)
    } else if (character === '\\') {
      if (next !== '*' && next !== '\\')
        throw invalidPattern(`Invalid escape character at pos ${position + 1}`)
      tokens.push(next)
      position += 1
    } else tokens.push(character)
  }
  return tokens
}

/** The literal texts around the wildcards. */
function literalParts(pattern: string): readonly string[] {
  const parts = ['']
  for (const token of wildcardTokens(pattern)) {
    if (token === undefined) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return parts
}

/** Each middle part at its first possible place: leftmost choices never spoil a later one, so this is linear. */
function matchesParts(value: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return value === first
  if (!value.startsWith(first)) return false
  let position = first.length
  for (const part of rest) {
    const found = value.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return value.length - last.length >= position && value.endsWith(last)
}
