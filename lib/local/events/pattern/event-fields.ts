import { isRecord } from '../../record.js'
import type { Leaf } from './matcher.js'

/** A leaf of an event. */
export interface EventField {
  readonly value: Leaf
  /** For each array of objects or arrays on the way (by a number of its own): the position in it. */
  readonly positions: ReadonlyMap<number, number>
}

/** All leaves of an event by their dotted path. Arrays do not show in the path. */
export function eventFields(event: unknown): ReadonlyMap<string, readonly EventField[]> {
  const fields = new Map<string, EventField[]>()
  let arrays = 0
  const visit = (value: unknown, path: string, positions: ReadonlyMap<number, number>): void => {
    if (Array.isArray(value)) {
      arrays += 1
      const array = arrays
      for (const [position, element] of value.entries()) {
        visit(element, path, isLeaf(element) ? positions : new Map(positions).set(array, position))
      }
    } else if (isRecord(value)) {
      const prefix = path === '' ? '' : `${path}.`
      for (const [name, member] of Object.entries(value)) visit(member, `${prefix}${name}`, positions)
    } else if (isLeaf(value)) {
      const others = fields.get(path)
      if (others === undefined) fields.set(path, [{ value, positions }])
      else others.push({ value, positions })
    }
  }
  visit(event, '', new Map())
  return fields
}

function isLeaf(value: unknown): value is Leaf {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
