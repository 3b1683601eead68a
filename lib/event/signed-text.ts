/**
 * What is signed: the context together with the event that it belongs to, so that nobody can move a signature to
 * another event. The order of the keys does not matter.
 */
export function signedText(eventId: string, context: Readonly<Record<string, string>>): string {
  const entries = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([eventId, entries])
}
