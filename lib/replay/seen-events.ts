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
    const short = UUID.test(eventId)
      ? Buffer.from(eventId.replaceAll('-', ''), 'hex').toString('latin1')
      : eventId
    // The last character of a UUID is random.
    const part = this.#parts[short.charCodeAt(short.length - 1) % PARTS]
    if (part === undefined || part.has(short)) return false
    part.add(short)
    return true
  }
}
