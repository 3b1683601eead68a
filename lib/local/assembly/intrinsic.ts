import type { JsonRecord } from '../record.js'

/** A call of an intrinsic function: `{ "Fn::Join": [...] }` or `{ "Ref": "Id" }`. */
export interface Intrinsic {
  readonly name: string
  readonly argument: unknown
}

/** The intrinsic function that an object stands for; undefined for an ordinary object. */
export function intrinsicOf(value: JsonRecord): Intrinsic | undefined {
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0) return undefined
  const [name, argument] = entry
  if (name === 'Ref' || name.startsWith('Fn::')) return { name, argument }
  // A policy statement's `Condition` is an object; only a condition function's is a name.
  if (name === 'Condition' && typeof argument === 'string') return { name, argument }
  return undefined
}
