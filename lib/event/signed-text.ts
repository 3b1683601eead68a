/** What a signature vouches for: of which event, and of which aggregate, this is the context. */
export interface SignedContext {
  readonly eventId: string
  readonly eventType: string
  readonly aggregateType: string
  readonly aggregateId: string
}

/** Changes with whatever is signed, so that a signature of one form is none of another. */
const FORM = 'context-1'

/**
 * What is signed: the context together with the event that it belongs to, so that nobody can move a signature to another
 * event. The order of the keys does not matter. The data is not covered: who may publish on the bus may change it.
 */
export function signedText(
  { eventId, eventType, aggregateType, aggregateId }: SignedContext,
  context: Readonly<Record<string, string>>,
): string {
  const entries = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([FORM, eventId, eventType, aggregateType, aggregateId, entries])
}
