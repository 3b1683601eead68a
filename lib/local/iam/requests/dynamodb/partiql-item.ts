import { afterBrackets, isSymbol, notWellFormed, type PartiqlToken } from './partiql-tokens.js'

/**
 * The item of an INSERT, a struct: its own members, each with the tokens of its value. An engine that finds a member
 * twice keeps one of the two, so such a struct is refused.
 * @param tokens from VALUE on
 * @throws AwsError ValidationException
 */
export function insertedItem(tokens: readonly PartiqlToken[]): ReadonlyMap<string, readonly PartiqlToken[]> {
  const members = new Map<string, readonly PartiqlToken[]>()
  const isStruct = isSymbol(tokens[1], '{') && isSymbol(tokens.at(-1), '}')
  if (!isStruct || afterBrackets(tokens, 1) !== tokens.length) throw notWellFormed()
  const end = tokens.length - 1
  for (let at = 2; at < end; ) {
    const name = tokens[at]
    if (name?.kind !== 'text' || !isSymbol(tokens[at + 1], ':')) throw notWellFormed()
    if (members.has(name.value)) throw notWellFormed(`The member '${name.value}' is there twice`)
    const from = at + 2
    at = from
    while (at < end && !isSymbol(tokens[at], ',')) at = afterBrackets(tokens, at)
    members.set(name.value, tokens.slice(from, at))
    at += 1
  }
  return members
}
