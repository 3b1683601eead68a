const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * When an event's id was made, within moments of the time that the event tells. Milliseconds since the epoch; undefined
 * for an id that is no UUIDv7. https://www.rfc-editor.org/rfc/rfc9562#section-5.7
 */
export function idTime(eventId: string): number | undefined {
  return UUID_V7.test(eventId) ? Number.parseInt(eventId.replaceAll('-', '').slice(0, 12), 16) : undefined
}
