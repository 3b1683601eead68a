import { createHmac, timingSafeEqual } from 'node:crypto'
import { OutboxError } from '../errors.js'
import type { ContextSigner } from './context-signer.js'

const ALGORITHM = 'sha256'
/** As long as the digest: a shorter key makes the signature weaker. https://www.rfc-editor.org/rfc/rfc2104#section-3 */
const MIN_KEY_BYTES = 32

/**
 * Signs with HMAC-SHA-256. The first key signs, all of them verify: to change the key, put the new one first, and
 * take the old one away when no event signed with it can arrive any more.
 *
 * @param keys Secrets of at least 32 bytes each, such as those of AWS Secrets Manager; texts count as UTF-8.
 * @throws OutboxError INVALID_CONFIGURATION for no key, or one that is too short
 */
export function hmacContextSigner(...keys: readonly (string | Uint8Array)[]): ContextSigner {
  const secrets = keys.map((key) => (typeof key === 'string' ? Buffer.from(key, 'utf8') : Buffer.from(key)))
  for (const [index, secret] of secrets.entries())
    if (secret.byteLength < MIN_KEY_BYTES)
      throw new OutboxError(
        'INVALID_CONFIGURATION',
        `Expected \`keys[${index}]\` to have at least ${MIN_KEY_BYTES} bytes, got ${secret.byteLength}: make one with \`openssl rand -base64 48\``,
        { path: `keys[${index}]` },
      )
  const [current] = secrets
  if (current === undefined)
    throw new OutboxError('INVALID_CONFIGURATION', 'Expected `keys` to hold at least one key, got none', {
      path: 'keys',
    })
  return {
    sign: (text) => digest(current, text).toString('base64url'),
    verify: (text, signature) => {
      const claimed = Buffer.from(signature, 'base64url')
      return secrets.some((secret) => {
        const expected = digest(secret, text)
        return expected.byteLength === claimed.byteLength && timingSafeEqual(expected, claimed)
      })
    },
  }
}

function digest(secret: Buffer, text: string): Buffer {
  return createHmac(ALGORITHM, secret).update(text, 'utf8').digest()
}
