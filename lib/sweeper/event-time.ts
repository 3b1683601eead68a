const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i

/**
 * When an event was made, in milliseconds since the epoch, from the first 48 bits of its UUIDv7; undefined when the
 * id is none. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function eventTime(eventId: string): number | undefined {
  const [, high, low] = UUID_V7.exec(eventId) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(`${high}${low}`, 16)
}
