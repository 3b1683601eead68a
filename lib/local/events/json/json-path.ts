import type { JsonNode } from './json-node.js'

type Step = { readonly key: string } | { readonly index: number } | { readonly every: true }

/** A compiled path. */
export interface JsonPath {
  /** The value that the path names, `undefined` when there is none. A wildcard gives an array of all it finds. */
  readonly find: (root: JsonNode) => JsonNode | undefined
}

const STEP = /\.(?<key>[\w\-/]+)|\.(?<everyMember>\*)|\[(?<index>\d+)\]|\[(?<everyElement>\*)\]/y

/**
 * Compiles a path of the subset that EventBridge documents: dot notation with letters, digits, `-`, `_` and `/`,
 * array indices, wildcards. No bracket notation for keys, no filters.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
 * @returns `undefined` when the text is no such path
 */
export function compileJsonPath(path: string): JsonPath | undefined {
  if (!path.startsWith('$')) return undefined
  const steps: Step[] = []
  let position = 1
  while (position < path.length) {
    STEP.lastIndex = position
    const match = STEP.exec(path)
    if (match === null) return undefined
    position = STEP.lastIndex
    const { key, index } = match.groups ?? {}
    if (key !== undefined) steps.push({ key })
    else if (index !== undefined) steps.push({ index: Number(index) })
    else steps.push({ every: true })
  }
  const wild = steps.some((step) => 'every' in step)
  return {
    find: (root) => {
      let nodes: readonly JsonNode[] = [root]
      for (const step of steps) nodes = nodes.flatMap((node) => follow(node, step))
      return wild ? arrayOf(nodes) : nodes[0]
    },
  }
}

function follow(node: JsonNode, step: Step): readonly JsonNode[] {
  if ('every' in step) {
    if (node.kind === 'array') return node.elements
    return node.kind === 'object' ? [...node.members.values()] : []
  }
  let found: JsonNode | undefined
  if ('key' in step) found = node.kind === 'object' ? node.members.get(step.key) : undefined
  else found = node.kind === 'array' ? node.elements[step.index] : undefined
  return found === undefined ? [] : [found]
}

function arrayOf(elements: readonly JsonNode[]): JsonNode | undefined {
  if (elements.length === 0) return undefined
  return { kind: 'array', text: `[${elements.map((element) => element.text).join(',')}]`, elements }
}
