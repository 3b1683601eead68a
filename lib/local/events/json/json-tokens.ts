const TOKEN = /[{}[\],:]|"(?:[^"\\]+|\\.)*"|[^\s{}[\],:"]+/gs

export interface JsonToken {
  readonly text: string
  /** Where it begins in the document. */
  readonly index: number
}

/** The tokens of a text that is known to be valid JSON. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (const match of text.matchAll(TOKEN)) yield { text: match[0], index: match.index }
}
