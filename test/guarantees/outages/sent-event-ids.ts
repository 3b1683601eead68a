import type { RecordedCall } from 'serverless-outbox/local'

/** The ids of the outbox's events in a call of PutEvents; the heartbeat has none. */
export function sentEventIds({ input }: Pick<RecordedCall, 'input'>): string[] {
  const entries = Array.isArray(input['Entries']) ? input['Entries'] : []
  return entries.flatMap(({ Detail: detail }: { readonly Detail?: unknown }) => {
    const { metadata } = JSON.parse(String(detail)) as { readonly metadata?: { readonly eventId: string } }
    return metadata === undefined ? [] : [metadata.eventId]
  })
}
