import type { JsonNode } from './json-node.js'
import { jsonTokens } from './json-tokens.js'

interface OpenContainer {
  readonly start: number
  readonly members: Map<string, JsonNode> | undefined
  readonly elements: JsonNode[]
  key: string | undefined
}

/**
 * The tree of a JSON text with the source of each value. Iterative: it takes any depth of nesting. Of two equal
 * keys the last one wins, as in `JSON.parse`.
 * @throws SyntaxError when the text is no valid JSON
 */
export function scanJson(text: string): JsonNode {
  // JSON.parse is the judge of what is valid; the scan below relies on its verdict.
  JSON.parse(text)
  const open: OpenContainer[] = []
  let root: JsonNode | undefined
  const place = (node: JsonNode): void => {
    const parent = open.at(-1)
    if (parent === undefined) root = node
    else if (parent.members === undefined) parent.elements.push(node)
    else if (parent.key !== undefined) {
      parent.members.set(parent.key, node)
      parent.key = undefined
    }
  }
  for (const { text: token, index } of jsonTokens(text)) {
    const parent = open.at(-1)
    if (token === '{') open.push({ start: index, members: new Map(), elements: [], key: undefined })
    else if (token === '[') open.push({ start: index, members: undefined, elements: [], key: undefined })
    else if (token === '}' || token === ']') {
      open.pop()
      if (parent !== undefined) place(close(parent, text.slice(parent.start, index + 1)))
    } else if (token !== ',' && token !== ':') {
      if (token.startsWith('"') && parent?.members !== undefined && parent.key === undefined) {
        parent.key = JSON.parse(token)
      } else place(leaf(token))
    }
  }
  if (root === undefined) throw new SyntaxError('Unexpected end of JSON input')
  return root
}

function close(container: OpenContainer, text: string): JsonNode {
  if (container.members === undefined) return { kind: 'array', text, elements: container.elements }
  return { kind: 'object', text, members: container.members }
}

function leaf(token: string): JsonNode {
  if (token.startsWith('"')) return { kind: 'string', text: token, value: JSON.parse(token) }
  if (token === 'true' || token === 'false' || token === 'null') return { kind: 'literal', text: token }
  return { kind: 'number', text: token }
}
