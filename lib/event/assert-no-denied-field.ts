import { OutboxError } from '../errors.js'

/**
 * Refuses data that holds a property with one of the given names, at any depth and in any case. For values that
 * passed `assertJsonValue`.
 *
 * @throws OutboxError INVALID_EVENT naming the path of the first such property, never its value
 */
export function assertNoDeniedField(
  value: unknown,
  names: readonly string[],
  path: string,
  eventType: string,
): void {
  if (names.length === 0) return
  const denied = new Set(names.map((name) => name.toLowerCase()))
  visit(value, path)

  function visit(current: unknown, at: string): void {
    if (typeof current !== 'object' || current === null) return
    if (Array.isArray(current)) {
      for (const [index, child] of current.entries()) visit(child, `${at}[${index}]`)
      return
    }
    for (const [name, child] of Object.entries(current)) {
      const childPath = `${at}.${name}`
      if (denied.has(name.toLowerCase()))
        throw new OutboxError(
          'INVALID_EVENT',
          `The event \`${eventType}\` must not hold \`${childPath}\`: the name is in its \`denyFields\`. Leave the field out of the event`,
          { path: childPath, eventType },
        )
      visit(child, childPath)
    }
  }
}
