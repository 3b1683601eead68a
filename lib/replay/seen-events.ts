const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const PARTS = 64

/**
 * Ids of events that came already. A UUID takes its 16 bytes and about 40 more; in several sets, for one takes 16
 * million at most.
 */
export class SeenEvents {
  readonly #parts: readonly Set<string>[] = Array.from({ length: PARTS }, () => new Set<string>())

  /** True when it was not there before. */
  add(eventId: string): boolean {
    const short = shortened(eventId)
    const part = this.#part(short)
    if (part === undefined || part.has(short)) return false
    part.add(short)
    return true
  }

  has(eventId: string): boolean {
    const short = shortened(eventId)
    return this.#part(short)?.has(short) === true
  }

  #part(short: string): Set<string> | undefined {
    // The last character of a UUID is random.
    return this.#parts[short.charCodeAt(short.length - 1) % PARTS]
  }
}

function shortened(eventId: string): string {
  return UUID.test(eventId) ? Buffer.from(eventId.replaceAll('-', ''), 'hex').toString('latin1') : eventId
}
