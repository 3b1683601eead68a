import { OutboxError } from '../errors.js'
import { expected } from './expected.js'
import { isPlainObject } from './is-plain-object.js'

/** Longer than any id or name, shorter than any signed token. */
export const CONTEXT_MAX_CHARACTERS = 256

/** Names under which people put what must never be on a bus. */
const SECRET_NAME = /authori[sz]ation|bearer|cookie|credential|jwt|passw|secret|token|api[-_]?key/i

/**
 * The context goes to every consumer and into every archive: it takes ids and names, no credentials.
 *
 * @throws OutboxError INVALID_EVENT naming the key, never its value
 */
export function assertContext(type: string, context: unknown): void {
  if (!isPlainObject(context))
    throw expected('context', 'be an object whose values are strings', context, type)
  for (const [name, value] of Object.entries(context)) {
    if (typeof value !== 'string')
      throw expected(`context.${name}`, 'be a string', undefined, type, `a value of type ${typeof value}`)
    if (SECRET_NAME.test(name))
      throw new OutboxError(
        'INVALID_EVENT',
        `The event \`${type}\` must not hold \`context.${name}\`: by its name it is a credential, and every consumer would get it. Publish an id of who acted instead`,
        { path: `context.${name}`, eventType: type },
      )
    if (value.length > CONTEXT_MAX_CHARACTERS)
      throw expected(
        `context.${name}`,
        `have at most ${CONTEXT_MAX_CHARACTERS} characters: ids and names, not tokens or documents`,
        undefined,
        type,
        `${value.length}`,
      )
  }
}
