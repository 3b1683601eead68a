import { AwsError } from '../aws-error.js'
import type { JsonRecord } from '../record.js'

/** What the parts of a parameter's name lead to: `Dimensions.member.1.Name`. */
type Branch = Map<string, Branch | string>

/** Names of the level that a list or a map has on the wire and not in the model. */
const LIST_LEVEL = 'member'
const MAP_LEVEL = 'entry'

/**
 * The input that flat parameters stand for: `member.N` becomes a list, `entry.N.key` and `.value` become a map. Every
 * value is text, and `X=` is an empty list or empty text: the protocol does not say which.
 * https://smithy.io/2.0/aws/protocols/aws-query-protocol.html
 * @throws AwsError MalformedQueryString when one name is both a value and a structure
 */
export function queryInput(parameters: URLSearchParams): JsonRecord {
  const root: Branch = new Map()
  for (const [name, value] of parameters) insert(root, name, value)
  return record(root)
}

function insert(root: Branch, name: string, value: string): void {
  const path = name.split('.')
  const last = path.pop() ?? name
  let branch = root
  for (const part of path) {
    const next = branch.get(part) ?? new Map()
    if (typeof next === 'string') throw malformed(name)
    branch.set(part, next)
    branch = next
  }
  if (branch.get(last) instanceof Map) throw malformed(name)
  branch.set(last, value)
}

function malformed(name: string): AwsError {
  return new AwsError('MalformedQueryString', `The parameter ${name} is both a value and a structure.`)
}

function record(branch: Branch): JsonRecord {
  return Object.fromEntries([...branch].map(([name, inner]) => [name, decoded(inner)]))
}

function decoded(inner: Branch | string): unknown {
  if (typeof inner === 'string') return inner
  const [only, ...others] = inner.keys()
  const level = only === undefined ? undefined : inner.get(only)
  if (others.length === 0 && level instanceof Map) {
    if (only === LIST_LEVEL) return numbered(level).map(decoded)
    if (only === MAP_LEVEL) return Object.fromEntries(numbered(level).map(mapEntry))
  }
  return record(inner)
}

function numbered(branch: Branch): readonly (Branch | string)[] {
  return [...branch].sort(([one], [other]) => Number(one) - Number(other)).map(([, inner]) => inner)
}

function mapEntry(entry: Branch | string): readonly [string, unknown] {
  const { key, value } = typeof entry === 'string' ? { key: entry, value: '' } : record(entry)
  return [String(key), value]
}
