import type { OutboxError } from '../errors.js'
import { DETAIL_MAX_DEPTH } from '../limits.js'
import { expected } from './expected.js'
import { isPlainObject } from './is-plain-object.js'

// `data` itself stands on the second level of the detail.
const MAX_DEPTH = DETAIL_MAX_DEPTH - 2

// EventBridge keeps whole numbers as signed 64-bit integers.
const INTEGER_BOUND = 2 ** 63

/**
 * Refuses every value that JSON would drop, change or choke on: what is published must be what the caller had in
 * hand. JSON.stringify turns `undefined` in an object into nothing, NaN into null, a Date into a string, a Map
 * into `{}`. (-0 becomes 0, which is the same number.)
 *
 * @throws OutboxError INVALID_EVENT naming the path of the first such value
 */
export function assertJsonValue(value: unknown, path: string, eventType: string): void {
  visit(value, path, 0, new Set())

  function visit(current: unknown, at: string, depth: number, ancestors: Set<object>): void {
    if (current === null || typeof current === 'string' || typeof current === 'boolean') return
    if (typeof current === 'number') {
      if (!Number.isFinite(current)) throw refuse(at, `\`${current}\``)
      if (Number.isInteger(current) && Math.abs(current) >= INTEGER_BOUND)
        throw refuse(at, 'a whole number outside the 64-bit range; send it as a string')
      return
    }
    if (typeof current !== 'object')
      throw refuse(at, current === undefined ? '`undefined`; JSON has no such value' : `a ${typeof current}`)
    if (ancestors.has(current)) throw refuse(at, 'a reference to an object that contains it')
    if (depth > MAX_DEPTH) throw refuse(at, `something nested more than ${MAX_DEPTH} levels deep`)
    ancestors.add(current)
    if (Array.isArray(current)) {
      // Not forEach: it would pass over the holes of a sparse array, which JSON turns into null.
      for (let index = 0; index < current.length; index += 1)
        visit(current[index], `${at}[${index}]`, depth + 1, ancestors)
      // The match of a regular expression has some; JSON would drop them.
      if (Reflect.ownKeys(current).length > current.length + 1)
        throw refuse(at, 'an array with properties of its own; copy its elements to a new one')
    } else {
      if (!isPlainObject(current))
        throw refuse(at, `an instance of ${classOf(current)}; turn it into a plain value`)
      if (Object.getOwnPropertySymbols(current).length > 0) throw refuse(at, 'an object with symbol keys')
      for (const [name, child] of Object.entries(current)) visit(child, `${at}.${name}`, depth + 1, ancestors)
    }
    ancestors.delete(current)
  }

  function refuse(at: string, found: string): OutboxError {
    return expected(at, 'be a JSON value', undefined, eventType, found)
  }
}

/** The name that the code gave the class: never a value of the instance. */
function classOf(value: object): string {
  const prototype: { readonly constructor?: { readonly name?: unknown } } = Object.getPrototypeOf(value)
  const name = prototype.constructor?.name
  return typeof name === 'string' && name !== '' ? name : 'a class'
}
