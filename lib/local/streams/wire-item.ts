import type { JsonRecord } from '../record.js'

/** Attributes as the SDK has them, in the JSON of the wire: binary values are base64 text. */
export function wireItem(attributes: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, inJson(value)]))
}

function inJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(inJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, inJson(entry)]))
}
