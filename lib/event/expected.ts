import { OutboxError } from '../errors.js'

/**
 * INVALID_EVENT in the one form that such messages have. The value is shown only where it is a short plain one
 * that the caller's code chose (a name, a number), never an object: objects may hold personal data.
 */
export function expected(
  path: string,
  rule: string,
  value: unknown,
  eventType?: string,
  found: string = describe(value),
): OutboxError {
  const subject = eventType === undefined ? '' : ` of event \`${eventType}\``
  return new OutboxError('INVALID_EVENT', `Expected \`${path}\`${subject} to ${rule}, got ${found}`, {
    path,
    eventType,
  })
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return `\`${value}\``
  if (typeof value === 'string') return `\`${value.length > 60 ? `${value.slice(0, 60)}…` : value}\` (string)`
  if (typeof value === 'number' || typeof value === 'boolean') return `\`${value}\` (${typeof value})`
  return `a value of type ${Array.isArray(value) ? 'array' : value instanceof Date ? 'Date' : typeof value}`
}
