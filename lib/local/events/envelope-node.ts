import type { JsonNode } from './json/json-node.js'
import { scanJson } from './json/scan-json.js'

/**
 * An event's tree.
 * @param headText the envelope without its detail
 * @param text the whole envelope
 */
export function envelopeNode(headText: string, text: string, detailText: string): JsonNode {
  const members = new Map(membersOf(scanJson(headText)))
  // With the white space around the detail, if any: `$.detail` gives all bytes.
  members.set('detail', { kind: 'object', text: detailText, members: membersOf(scanJson(detailText)) })
  return { kind: 'object', text, members }
}

function membersOf(node: JsonNode): ReadonlyMap<string, JsonNode> {
  return node.kind === 'object' ? node.members : new Map()
}
