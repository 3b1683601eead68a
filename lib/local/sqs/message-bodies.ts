import { createHash } from 'node:crypto'

/** What SQS takes in a body. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const ALLOWED = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u
const BEYOND_16_BITS = /[\u{10000}-\u{10FFFF}]/u
const STAND_IN = /^\uE000[0-9a-f]{64}/

/**
 * The emulator refuses characters beyond 16 bits (emoji), which SQS takes. A body that has some travels through the
 * emulator as a stand-in of the same length in bytes, so that its limits still hold, and equal for equal bodies, so
 * that its deduplication does. The bodies are kept until the local cloud ends.
 */
export class MessageBodies {
  readonly #bodies = new Map<string, string>()

  toEngine(body: string): string {
    if (!BEYOND_16_BITS.test(body) || !ALLOWED.test(body)) return body
    const digest = `\uE000${createHash('sha256').update(body).digest('hex')}`
    const padding = Math.max(0, Buffer.byteLength(body) - Buffer.byteLength(digest))
    const standIn = digest.padEnd(digest.length + padding, '.')
    this.#bodies.set(standIn, body)
    return standIn
  }

  /** Undefined when the body is none of our stand-ins. */
  fromEngine(body: string): string | undefined {
    return STAND_IN.test(body) ? this.#bodies.get(body) : undefined
  }
}

/** SDKs compare it with the body they sent or got. */
export function md5(body: string): string {
  return createHash('md5').update(body).digest('hex')
}
